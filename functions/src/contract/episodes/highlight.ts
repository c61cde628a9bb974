/** Around a match: `>>>match<<<` is shown highlighted. */
export const HIGHLIGHT_START = '>>>';
export const HIGHLIGHT_END = '<<<';

export interface TextPart {
  text: string;
  highlighted: boolean;
}

/** Unpaired or empty markers are plain text; a `>` before a marker stays outside. */
export function splitHighlights(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  // Behind the last end nothing is highlighted, and each start would be read to the end of the text.
  const marked = text.slice(0, text.lastIndexOf(HIGHLIGHT_END) + HIGHLIGHT_END.length);
  for (const match of marked.matchAll(/>>>(?!>|<<<)([\s\S]+?)<<</g)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), highlighted: false });
    parts.push({ text: match[1] ?? '', highlighted: true });
    end = match.index + match[0].length;
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
