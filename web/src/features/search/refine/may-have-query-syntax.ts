import { FIELD_NAMES } from 'functions/contract';

/** A sign before a word, a quotation mark, a star behind a word, or an operator. */
const SIGN = /(?:^|[\s,])[-+]\S|["“”„]|\S\*|\b(?:AND|OR)\b/;
const FIELD = new RegExp(`(?:^|\\s|,|[-+])(?:${FIELD_NAMES.join('|')}):`, 'i');

/**
 * Whether what is typed may be more than words between commas. A guess that is true too often: only
 * the reader of the language knows, and it is loaded when it is needed.
 */
export function mayHaveQuerySyntax(text: string): boolean {
  return SIGN.test(text) || FIELD.test(text);
}
