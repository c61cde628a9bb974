import { type FactColumn, type Facts, FIELD_NAMES, fieldOf, type QueryField } from './fields.ts';
import { DIVIDER } from './tokenize.ts';

/** Stands for a value that does not exist, as in `lang:nonsense`: no episode has it. */
const NO_VALUE = 'none';

const FACTS = FIELD_NAMES.flatMap((field) => {
  const { fact } = fieldOf(field);
  return fact === undefined ? [] : [{ field, fact, column: fact.column as FactColumn }];
});

/** Columns of an episode that filters compare. */
export const FACT_COLUMNS: readonly FactColumn[] = FACTS.map(({ column }) => column);

/** The columns that filters compare, from a row with more columns. */
export function factsOf(row: Facts): Facts {
  return Object.fromEntries(FACT_COLUMNS.map((column) => [column, row[column] ?? null]));
}

/** The tokens of an episode's facts, which engines index together with its texts. */
export function factTokens(facts: Facts): string[] {
  return FACTS.flatMap(({ field, fact, column }) => {
    const value = fact.valueOf(String(facts[column] ?? ''));
    return value === null ? [] : [factToken(field, value)];
  });
}

/** The value that a filter asks for, as a word; null if the field is compared with texts. */
export function wantedValue(field: QueryField, typed: string): string | null {
  const { fact } = fieldOf(field);
  return fact === undefined ? null : (fact.valueOf(typed) ?? NO_VALUE);
}

/**
 * The token of a value. It begins with a sign that no word contains, so that no searched word or prefix
 * matches it.
 */
export function factToken(field: QueryField, value: string): string {
  return `${DIVIDER}${field}${DIVIDER}${value}`;
}

/** The name of a filter's value, for people. */
export function factName(field: QueryField, typed: string): string | null {
  const { fact } = fieldOf(field);
  if (fact === undefined) return null;
  const value = fact.valueOf(typed);
  const name = value === null ? undefined : fact.nameOf(value);
  return name ?? `“${typed}” ${fact.unknown}`;
}
