/** Around a match: `>>>match<<<` is shown highlighted. */
export const HIGHLIGHT_START = '>>>';
export const HIGHLIGHT_END = '<<<';

export interface TextPart {
  text: string;
  highlighted: boolean;
}

/**
 * The highlighted parts of a text, read as they are asked for. A `>` before a marker stays outside, and
 * nothing between two markers is no highlight. `at`: offset of the marker.
 */
export function* highlightedParts(text: string): Generator<{ at: number; text: string }> {
  let at = text.indexOf(HIGHLIGHT_START);
  while (at >= 0) {
    while (text[at + HIGHLIGHT_START.length] === '>') at += 1;
    const from = at + HIGHLIGHT_START.length;
    const end = text.indexOf(HIGHLIGHT_END, from);
    if (end < 0) return;
    if (end > from) yield { at, text: text.slice(from, end) };
    at = text.indexOf(HIGHLIGHT_START, end);
  }
}

/** Unpaired or empty markers are plain text. */
export function splitHighlights(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { at, text: highlighted } of highlightedParts(text)) {
    if (at > end) parts.push({ text: text.slice(end, at), highlighted: false });
    parts.push({ text: highlighted, highlighted: true });
    end = at + HIGHLIGHT_START.length + highlighted.length + HIGHLIGHT_END.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), highlighted: false });
  return parts;
}

export function withoutHighlights(text: string): string {
  return splitHighlights(text)
    .map((part) => part.text)
    .join('');
}

/** Shortens three or more `>` or `<` in a row to two, so that a feed cannot forge a highlight. */
export function withoutForgedHighlights(text: string): string {
  // Fast path: hardly any text has a marker.
  if (!text.includes('>>>') && !text.includes('<<<')) return text;
  return text.replace(/>{3,}/g, '>>').replace(/<{3,}/g, '<<');
}

/** Joins lines; a middle dot follows a line without punctuation, such as an item of a list. */
export function inOneLine(text: string): string {
  return text.trim().replace(/([^\s.!?:;,…])\s*\n\s*/gu, '$1 · ');
}
