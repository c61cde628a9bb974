/** Longest title, podcast or keyword a mail shows, UTF-16 code units. */
export const MAX_TITLE_LENGTH = 200;

/**
 * Text from outside on one line of at most `maxLength` UTF-16 code units, with "…" where it was cut:
 * line breaks and other control characters become spaces, so that no header can be added by it.
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  // Not between the halves of a surrogate pair.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}
