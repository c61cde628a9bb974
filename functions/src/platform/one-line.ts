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

export function oneLine(text: string, maxLength: number): string {
  return cutText(tidyText(text).trim(), maxLength);
}
