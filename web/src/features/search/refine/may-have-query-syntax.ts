import { FIELD_NAMES, withPlainSigns } from 'functions/contract';

/** A sign before a word, a quotation mark, a star after a word, or an operator. */
const SIGN = /(?:^|[\s,])[-+]\S|"|\S\*|\b(?:AND|OR)\b/;
const FIELD = new RegExp(`(?:^|\\s|,|[-+])(?:${FIELD_NAMES.join('|')}):`, 'i');

/** May be true for a text without syntax, because only the parser, which loads on demand, can decide. */
export function mayHaveQuerySyntax(text: string): boolean {
  const plain = withPlainSigns(text);
  return SIGN.test(plain) || FIELD.test(plain);
}
