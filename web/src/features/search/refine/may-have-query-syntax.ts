import { FIELD_NAMES, withPlainSigns } from 'functions/contract';

/** A sign before a word, a quotation mark, a star behind a word, or an operator. */
const SIGN = /(?:^|[\s,])[-+]\S|"|\S\*|\b(?:AND|OR)\b/;
const FIELD = new RegExp(`(?:^|\\s|,|[-+])(?:${FIELD_NAMES.join('|')}):`, 'i');

/**
 * Whether a text may contain more than words between commas. True for some texts without syntax, too, because
 * only the parser, which is loaded on demand, can tell.
 */
export function mayHaveQuerySyntax(text: string): boolean {
  const plain = withPlainSigns(text);
  return SIGN.test(plain) || FIELD.test(plain);
}
