import type { Person } from '../feeds/feed-model.ts';

/** Stands before the name of somebody whose role is known: a sign, for a word would be found. */
const SIGNS = { host: '@', guest: '+' } as const;

/** Those who take part as the catalogue has them: a line each, with a sign for their role before it. */
export function personsText(persons: readonly Person[]): string {
  return persons
    .map(({ name, role }) => (role === null ? '' : SIGNS[role]) + name.replace(/^[@+\s]+/, ''))
    .join('\n');
}

/** Of such a text, the names of those with this role; null for any other role. */
export function namesIn(text: string, role: Person['role']): string {
  if (text === '') return '';
  const hasRole = (line: string) =>
    role === null ? !/^[@+]/.test(line) : line.startsWith(SIGNS[role]);
  return text.split('\n').filter(hasRole).join('\n');
}
