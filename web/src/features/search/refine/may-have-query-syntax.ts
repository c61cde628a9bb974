import { ANY_COMMA, FIELD_NAMES, withPlainSigns } from 'functions/contract';

/** Matches + or - before a word, a quotation mark, a star after a word, brackets, |, AND, OR and NOT. */
const SIGN = /(?:^|[\s,])[-+]\S|["()|]|\S\*|\b(?:AND|OR|NOT)\b/;
const FIELD = new RegExp(`(?:^|\\s|,|[-+])(?:${FIELD_NAMES.join('|')}):`, 'i');

/** May return true for a text without syntax: to decide, the parser is needed, which loads on demand. */
export function mayHaveQuerySyntax(text: string): boolean {
  const plain = withPlainSigns(text.replace(ANY_COMMA, ','));
  return SIGN.test(plain) || FIELD.test(plain);
}
