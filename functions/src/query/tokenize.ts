import { nameTokens } from './name-tokens.ts';
import { spelledRuns } from './other-spellings.ts';
import { type ReadText, readText, tokenAt } from './read-text.ts';

/** Minimal length of a prefix. */
export const HEAD_LETTERS = 3;

/** Precedes other spellings. No query has this sign, so no phrase spans it. SQLite treats ASCII signs as gaps. */
export const DIVIDER = '｜';

/** The tokens of a text. Other spellings (`spelledRuns`) follow after dividers. */
export function tokensOf(text: string): string[] {
  return spelledTokens(readText(text));
}

/** The tokens that engines store and alerts match: behind {@link tokensOf}, those of names (`nameTokens`). */
export function indexedTokens(text: string): string[] {
  const read = readText(text);
  const tokens = spelledTokens(read);
  const names = nameTokens(read);
  if (names.length > 0) tokens.push(DIVIDER, ...names);
  return tokens;
}

function spelledTokens(read: ReadText): string[] {
  const tokens = listTokens(read);
  for (const run of spelledRuns(read)) {
    tokens.push(DIVIDER);
    for (const { token, from } of run) tokens.push(token ?? tokens[from] ?? '');
  }
  return tokens;
}

/** Returns the tokens without other spellings. */
export function ownTokens(text: string): string[] {
  return listTokens(readText(text));
}

function listTokens(read: ReadText): string[] {
  const tokens: string[] = [];
  for (let index = 0; index < read.count; index += 1) tokens.push(tokenAt(read, index));
  return tokens;
}

export function withoutSpellings(tokens: readonly string[]): string[] {
  const end = tokens.indexOf(DIVIDER);
  return tokens.slice(0, end < 0 ? undefined : end);
}

const GAPS = /[^\0-\x7f]+/g;

/** Returns text for SQLite's index, whose tokenizer splits at ASCII signs and folds ASCII case. */
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
  const names = nameTokens(read);
  if (names.length > 0) parts.push(DIVIDER, ...names);
  return parts.join(' ');
}
