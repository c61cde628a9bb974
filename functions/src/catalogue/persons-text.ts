import type { Person } from '../feeds/feed-model.ts';

/** Marks the name of somebody whose role is known. A sign, because a word would be searched. */
const SIGNS = { host: '@', guest: '+' } as const;

/**
 * The people of an episode as the catalogue stores them: one a line, with a sign before the name for the
 * role.
 */
export function personsText(persons: readonly Person[]): string {
  return persons
    .map(({ name, role }) => (role === null ? '' : SIGNS[role]) + name.replace(/^[@+\s]+/, ''))
    .join('\n');
}

/** A line of such a text. */
export function personOf(line: string): Person {
  const role = line.startsWith(SIGNS.host) ? 'host' : line.startsWith(SIGNS.guest) ? 'guest' : null;
  return { role, name: role === null ? line : line.slice(1) };
}
