import { type FactColumn, type Facts, FIELD_NAMES, fieldOf, type QueryField } from './fields.ts';
import { DIVIDER } from './tokenize.ts';

/** Value of a filter that no episode matches, such as `lang:nonsense`. */
const NO_VALUE = 'none';

const FACTS = FIELD_NAMES.flatMap((field) => {
  const { fact } = fieldOf(field);
  return fact === undefined ? [] : [{ field, fact, column: fact.column as FactColumn }];
});

export const FACT_COLUMNS: readonly FactColumn[] = FACTS.map(({ column }) => column);

export function factsOf(row: Facts): Facts {
  return Object.fromEntries(FACT_COLUMNS.map((column) => [column, row[column] ?? null]));
}

/** Tokens that engines index with the texts of an episode. */
export function factTokens(facts: Facts): string[] {
  return FACTS.flatMap(({ field, fact, column }) => {
    const value = fact.valueOf(String(facts[column] ?? ''));
    return value === null ? [] : [factToken(field, value)];
  });
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
