import { spelledRuns } from './other-spellings.ts';
import { type ReadText, readText, tokenAt } from './read-text.ts';

/** Letters of a token's head: the minimal length of a prefix. */
export const HEAD_LETTERS = 3;

/**
 * Separates a text's own tokens from its other spellings. No query contains this token, so that no phrase
 * spans both. The sign is not ASCII, because SQLite's tokenizer takes ASCII signs for gaps.
 */
export const DIVIDER = '｜';

/**
 * The tokens of a text, which engines store and alerts are matched with. Behind the text's own tokens,
 * dividers and its other spellings follow (`spelledRuns`).
 */
export function tokensOf(text: string): string[] {
  const read = readText(text);
  const tokens = allOwn(read);
  for (const run of spelledRuns(read)) {
    tokens.push(DIVIDER);
    for (const { token, from } of run) tokens.push(token ?? tokens[from] ?? '');
  }
  return tokens;
}

/** The tokens without other spellings. */
export function ownTokens(text: string): string[] {
  return allOwn(readText(text));
}

function allOwn(read: ReadText): string[] {
  const tokens: string[] = [];
  for (let index = 0; index < read.count; index += 1) tokens.push(tokenAt(read, index));
  return tokens;
}

export function withoutSpellings(tokens: readonly string[]): string[] {
  const end = tokens.indexOf(DIVIDER);
  return tokens.slice(0, end < 0 ? undefined : end);
}

const GAPS = /[^\0-\x7f]+/g;

/** The tokens for SQLite's index, which divides at ASCII signs and folds ASCII case itself. */
export function foldedText(text: string): string {
  const read = readText(text);
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, from, to } of read.chunks) {
    parts.push(text.slice(done, start).replace(GAPS, ' '));
    for (let index = from; index < to; index += 1) parts.push(tokenAt(read, index));
    done = end;
  }
  parts.push(text.slice(done).replace(GAPS, ' '));
  for (const run of spelledRuns(read)) {
    parts.push(DIVIDER);
    for (const { token, from } of run) parts.push(token ?? tokenAt(read, from));
  }
  return parts.join(' ');
}
