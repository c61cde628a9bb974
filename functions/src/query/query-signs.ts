import { FIELD_NAMES } from './fields.ts';

/** Straight quotes, and those of phones and of other languages' keyboards. */
export const QUOTES = '"“”„‟«»‹›＂「」『』〝〞〟';

const ANY_QUOTE = new RegExp(`[${QUOTES}]`, 'g');

export function withoutQuotes(text: string, instead = ''): string {
  return text.replace(ANY_QUOTE, instead);
}

const IS_ASCII = /^[\0-\x7f]*$/;
/** Signs that keyboards write for another, where that one would be a sign of a query. */
const FORMS = [
  [ANY_QUOTE, '"'],
  [/(?<=^|[\s,])[‐‑–−﹣－](?=\S)/g, '-'],
  [/(?<=^|[\s,])[﹢＋](?=\S)/g, '+'],
  [/[﹡＊]/g, '*'],
  [new RegExp(`(?<=(?:^|[\\s,+-])(?:${FIELD_NAMES.join('|')}))[﹕：]`, 'gi'), ':'],
] as const;

/** The text with `"`, `-`, `+`, `*` and `:` where it has other forms of these signs. */
export function withPlainSigns(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return FORMS.reduce((written, [form, sign]) => written.replace(form, sign), text);
}
