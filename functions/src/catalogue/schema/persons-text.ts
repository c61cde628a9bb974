import type { Person } from '../../feeds/feed-model.ts';

/** Prefix of a name by role. Prefixes are symbols, because a word would be searchable. */
const SIGNS = { host: '@', guest: '+' } as const;

/** Writes one person per line. */
export function personsText(persons: readonly Person[]): string {
  return persons
    .map(({ name, role }) => (role === null ? '' : SIGNS[role]) + name.replace(/^[@+\s]+/, ''))
    .join('\n');
}

export function personOf(line: string): Person {
  const role = line.startsWith(SIGNS.host) ? 'host' : line.startsWith(SIGNS.guest) ? 'guest' : null;
  return { role, name: role === null ? line : line.slice(1) };
}
