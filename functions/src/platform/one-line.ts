import { stripBidiControls } from '../contract/bidi-controls.ts';

const CHARACTERS = new Intl.Segmenter('en');

/**
 * Makes untrusted text safe in an email, because control characters could add a header, and stacked marks could
 * cover other lines.
 */
export function tidyText(text: string): string {
  return stripBidiControls(text.toWellFormed())
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ');
}

/** Truncates between grapheme clusters with "…". `maxLength`: UTF-16 code units. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = CHARACTERS.segment(text).containing(maxLength - 1)?.index ?? 0;
  const kept = end > 0 ? text.slice(0, end) : text.slice(0, maxLength - 1);
  // A cluster longer than `maxLength` must not be cut inside a surrogate pair.
  return `${kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/** Truncates between words, or inside a word that takes half of the text. `end` counts as part of `maxLength`. */
export function cutAtWord(text: string, maxLength: number, end = '…'): string {
  if (text.length <= maxLength) return text;
  const cut = cutText(text, maxLength - end.length + 1).slice(0, -1);
  const words = /^\s/.test(text.slice(cut.length)) ? cut.length : cut.lastIndexOf(' ');
  return words >= cut.length / 2 ? cut.slice(0, words).trimEnd() + end : `${cut}…`;
}

export function oneLine(text: string, maxLength: number): string {
  return cutText(tidyText(text).trim(), maxLength);
}
