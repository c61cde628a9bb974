const CHARACTERS = new Intl.Segmenter('en');

/**
 * Makes foreign text harmless for any place in a mail. Line breaks and other control characters
 * become spaces, so that it cannot add a header; characters that change the direction of all
 * following text are removed; and of the marks stacked on one letter four stay, which is as many as
 * any language needs, so that they cannot cover the lines around them.
 */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ');
}

/**
 * The beginning of a text, at most `maxLength` UTF-16 code units, with "…" where it was cut. Never
 * cuts inside what a reader sees as one character, unless that alone is too long.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = CHARACTERS.segment(text).containing(maxLength - 1)?.index ?? 0;
  const kept = end > 0 ? text.slice(0, end) : text.slice(0, maxLength - 1);
  // Nor inside a surrogate pair.
  return `${kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/** {@link tidyText} on one line of at most `maxLength` UTF-16 code units, cut by {@link cutText}. */
export function oneLine(text: string, maxLength: number): string {
  return cutText(tidyText(text).trim(), maxLength);
}
