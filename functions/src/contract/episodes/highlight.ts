/** Markers defined by the specification: `>>>match<<<` in a description is shown highlighted. */
export const HIGHLIGHT_START = '>>>';
export const HIGHLIGHT_END = '<<<';

export interface TextPart {
  text: string;
  highlighted: boolean;
}

/**
 * Splits a description into plain and highlighted parts. Joined, the parts give the text without
 * its markers; an unpaired marker is ordinary text, and so are two with nothing between them. A `>`
 * standing right before a marker stays outside the highlight.
 */
export function splitHighlights(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(/>>>(?!>|<<<)([\s\S]+?)<<</g)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), highlighted: false });
    parts.push({ text: match[1] ?? '', highlighted: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), highlighted: false });
  return parts;
}

/**
 * Breaks up what looks like a marker in foreign text, so that a feed cannot forge a highlight:
 * three or more `>` or `<` in a row become two.
 */
export function withoutForgedHighlights(text: string): string {
  // Hardly any text has one, and looking for three is much faster than replacing.
  if (!text.includes('>>>') && !text.includes('<<<')) return text;
  return text.replace(/>{3,}/g, '>>').replace(/<{3,}/g, '<<');
}

/**
 * A description for a place that shows no paragraphs: where a line ends without a mark that ends a
 * sentence, as the items of a list do, a dot keeps it apart from the next one.
 */
export function inOneLine(text: string): string {
  return text.trim().replace(/([^\s.!?:;,…])\s*\n\s*/gu, '$1 · ');
}
