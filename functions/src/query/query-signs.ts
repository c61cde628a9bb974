import { FIELD_NAMES } from './fields.ts';

/** Straight quotes, and quotes of phones and other languages. */
export const QUOTES = '"“”„‟«»‹›＂「」『』〝〞〟';

const ANY_QUOTE = new RegExp(`[${QUOTES}]`, 'g');

export function withoutQuotes(text: string, instead = ''): string {
  return text.replace(ANY_QUOTE, instead);
}

const IS_ASCII = /^[\0-\x7f]*$/;
/** Other forms of query signs, in positions where the plain sign would be an operator. */
const FORMS = [
  [ANY_QUOTE, '"'],
  [/(?<=^|[\s,])[‐‑–−﹣－](?=\S)/g, '-'],
  [/(?<=^|[\s,])[﹢＋](?=\S)/g, '+'],
  [/[﹡＊]/g, '*'],
  [new RegExp(`(?<=(?:^|[\\s,+-])(?:${FIELD_NAMES.join('|')}))[﹕：]`, 'gi'), ':'],
] as const;

/** Replaces other forms of `"`, `-`, `+`, `*` and `:` by these. */
export function withPlainSigns(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return FORMS.reduce((written, [form, sign]) => written.replace(form, sign), text);
}
