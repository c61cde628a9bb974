import type { Person } from '../feed-model.ts';
import { isReadable, plainLine } from './plain-text.ts';

/** Longest name, UTF-16 code units. */
const MAX_NAME_LENGTH = 100;
/** Most people of one episode. */
const MAX_PERSONS = 30;

/** A person as `podcast:person` names one. */
export interface WrittenPerson {
  display?: string | undefined;
  role?: string | undefined;
  group?: string | undefined;
}

/** Roles of the Podcast Taxonomy that are those of a host or a guest. */
const ROLES = new Map<string, Person['role']>([
  ['host', 'host'],
  ['co-host', 'host'],
  ['guest host', 'host'],
  ['guest', 'guest'],
]);

/** Those who take part, their names cleaned, each once, in their order. */
export function personsOf(written: readonly WrittenPerson[]): Person[] {
  const persons = new Map<string, Person>();
  for (const { display, role, group } of written) {
    const name = plainLine(display ?? '', MAX_NAME_LENGTH);
    if (!isReadable(name) || persons.has(name)) continue;
    persons.set(name, { name, role: roleOf(role, group) });
    if (persons.size === MAX_PERSONS) break;
  }
  return [...persons.values()];
}

/** Who is said to be nothing else is a host, and of the cast (Podcasting 2.0). */
function roleOf(role = '', group = ''): Person['role'] {
  const [ofRole, ofGroup] = [role, group].map((text) => text.trim().toLowerCase());
  if (ofGroup && ofGroup !== 'cast') return null;
  return ROLES.get(ofRole || 'host') ?? null;
}
