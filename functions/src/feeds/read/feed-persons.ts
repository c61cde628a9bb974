import { isReadable, plainLine } from './plain-text.ts';

/** Longest name, UTF-16 code units. */
const MAX_NAME_LENGTH = 100;
/** Most people of one episode. */
const MAX_PERSONS = 30;

/** The names of those who take part, cleaned, each once, in their order. */
export function personsOf(written: readonly (string | undefined)[]): string[] {
  const names = new Set<string>();
  for (const text of written) {
    const name = plainLine(text ?? '', MAX_NAME_LENGTH);
    if (isReadable(name)) names.add(name);
    if (names.size === MAX_PERSONS) break;
  }
  return [...names];
}
