import { type FactColumn, type Facts, FIELD_NAMES, fieldOf, type QueryField } from './fields.ts';
import type { Phrase } from './query-words.ts';
import { namesOfSpeakers } from './speakers.ts';
import { DIVIDER, tokensOf } from './tokenize.ts';

/** Value of a filter that no episode matches, such as `lang:nonsense`. */
const NO_VALUE = 'none';

const FACTS = FIELD_NAMES.flatMap((field) => {
  const { fact } = fieldOf(field);
  return fact === undefined ? [] : [{ field, fact, column: fact.column as FactColumn }];
});

export const FACT_COLUMNS: readonly (keyof Facts)[] = [
  ...FACTS.map(({ column }) => column),
  'speakers',
];

export function factsOf(row: Facts): Facts {
  return Object.fromEntries(FACT_COLUMNS.map((column) => [column, row[column] ?? null]));
}

/** Tokens that engines index with the texts of an episode. A divider stands between two names. */
export function factTokens(texts: Facts & { publisher?: string }): string[] {
  const tokens = FACTS.flatMap(({ field, fact, column }) => {
    const value = fact.valueOf(String(texts[column] ?? ''));
    return value === null ? [] : [factToken(field, value)];
  });
  for (const { field, name } of namesOfSpeakers(texts)) {
    tokens.push(DIVIDER);
    for (const token of tokensOf(name)) {
      tokens.push(token === DIVIDER ? DIVIDER : factToken(field, token));
    }
  }
  return tokens;
}

export function markedPhrase(field: QueryField, { tokens, beginning }: Phrase): Phrase {
  return { tokens: tokens.map((token) => factToken(field, token)), beginning };
}

/** Returns the filter's value; null if the field searches text. */
export function wantedValue(field: QueryField, typed: string): string | null {
  const { fact } = fieldOf(field);
  return fact === undefined ? null : (fact.valueOf(typed) ?? NO_VALUE);
}

/** The token begins with a sign that no word contains, so that no searched word or prefix matches it. */
export function factToken(field: QueryField, value: string): string {
  return `${DIVIDER}${field}${DIVIDER}${value}`;
}

/** Returns the filter's name on screen; null if the field searches text. */
export function factName(field: QueryField, typed: string): string | null {
  const { fact } = fieldOf(field);
  if (fact === undefined) return null;
  const value = fact.valueOf(typed);
  const name = value === null ? undefined : fact.nameOf(value);
  return name ?? `“${typed}” ${fact.unknown}`;
}
