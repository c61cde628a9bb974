import { ANY_COMMA, withPlainSigns } from 'functions/contract';

/** Matches + or - before a word, a quotation mark, a star after a word, brackets, |, AND, OR and NOT. */
const SIGN = /(?:^|[\s,])[-+]\S|["()|]|\S\*|\b(?:AND|OR|NOT)\b/;
/** Any short name, because pages load the names of fields with the parser. */
const FIELD = /(?:^|[\s,+-])[a-z]{2,8}:(?=\S)/i;

/** May return true for a text without syntax: to decide, the parser is needed, which loads on demand. */
export function mayHaveQuerySyntax(text: string): boolean {
  const plain = withPlainSigns(text.replace(ANY_COMMA, ','));
  return SIGN.test(plain) || FIELD.test(plain);
}
