import { FIELD_NAMES } from './fields.ts';

/** Straight quotes, and the quotes that phones and other languages use. */
export const QUOTES = '"“”„‟«»‹›＂「」『』〝〞〟';

const ANY_QUOTE = new RegExp(`[${QUOTES}]`, 'g');

export function withoutQuotes(text: string, instead = ''): string {
  return text.replace(ANY_QUOTE, instead);
}

const IS_ASCII = /^[\0-\x7f]*$/;
/** Typographic forms of operators, in positions where the ASCII sign would be an operator. */
const FORMS = [
  [ANY_QUOTE, '"'],
  [/(?<=^|[\s,])[‐‑–−﹣－](?=\S)/g, '-'],
  [/(?<=^|[\s,])[﹢＋](?=\S)/g, '+'],
  [/[﹡＊]/g, '*'],
  [/[﹙（]/g, '('],
  [/[﹚）]/g, ')'],
  [/｜/g, '|'],
  [new RegExp(`(?<=(?:^|[\\s,+-])(?:${FIELD_NAMES.join('|')}))[﹕：]`, 'gi'), ':'],
] as const;

/** Replaces typographic forms of `"`, `-`, `+`, `*`, `:`, brackets and `|` by these ASCII signs. */
export function withPlainSigns(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return FORMS.reduce((written, [form, sign]) => written.replace(form, sign), text);
}
