import { stripBidiControls } from '../contract/bidi-controls.ts';

const CHARACTERS = new Intl.Segmenter('en');

/**
 * Makes text from outside safe in a mail. It removes control characters, which could add a header, and marks
 * that change the direction of text. It keeps at most four combining marks per letter, because more could
 * cover other lines.
 */
export function tidyText(text: string): string {
  return stripBidiControls(text.toWellFormed())
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ');
}

/** Cuts between grapheme clusters, with "…"; `maxLength` is in UTF-16 code units. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = CHARACTERS.segment(text).containing(maxLength - 1)?.index ?? 0;
  const kept = end > 0 ? text.slice(0, end) : text.slice(0, maxLength - 1);
  // Nor inside a surrogate pair.
  return `${kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/** {@link tidyText} on one line, cut by {@link cutText}. */
export function oneLine(text: string, maxLength: number): string {
  return cutText(tidyText(text).trim(), maxLength);
}
