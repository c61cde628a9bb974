import { type ReadText, tokenAt } from './read-text.ts';

const CAPITAL = /\p{Lu}/u;
/** Begins with a sign that no word contains, so that only `name:` finds it. */
const MARK = '｜｜';

export function nameToken(token: string): string {
  return MARK + token;
}

/** The words of a text that have a capital, each once, as tokens for `name:`. */
export function nameTokens(read: ReadText): string[] {
  const found = new Set<string>();
  for (let index = 0; index < read.count; index += 1) {
    if (hasCapital(read, index)) found.add(nameToken(tokenAt(read, index)));
  }
  return [...found];
}

function hasCapital({ text, starts, ends, foldedAt }: ReadText, index: number): boolean {
  const start = starts[index] ?? 0;
  const code = text.charCodeAt(start);
  if (code >= 65 && code <= 90) return true;
  // Plain words have a capital at the start or none, but behind digits.
  const isPlain = (foldedAt[index] ?? 0) === 0 && code > 57;
  return !isPlain && CAPITAL.test(text.slice(start, ends[index]));
}
