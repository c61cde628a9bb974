/** Cuts a text to `maxLength` UTF-16 code units, or to one less if the cut would split a surrogate pair. */
export function clampText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
