/** Markers around a match: the text between them is shown highlighted. */
export const HIGHLIGHT_START = '>>>';
export const HIGHLIGHT_END = '<<<';

export interface TextPart {
  text: string;
  highlighted: boolean;
}

/**
 * Yields the highlighted parts of a text, with the offset of each start marker (`at`). In `>>>>a<<<`, the first
 * `>` is text; a pair of markers with nothing between them is skipped.
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

/** Splits a text at its markers. Unpaired markers, and pairs with nothing between them, stay plain text. */
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

/**
 * Replaces each line break by a middle dot if the line ends without punctuation, as list items do. Other line breaks
 * stay, because HTML shows them as spaces.
 */
export function inOneLine(text: string): string {
  return text.trim().replace(/([^\s.!?:;,…])\s*\n\s*/gu, '$1 · ');
}

/** Stands for the speaker in what a machine wrote down, so that it is marked wherever it is quoted. */
export const MACHINE_SPEAKER = 'Machine transcript';

/** Adverts of about this length are put into some downloads, milliseconds. */
const EARLIER_MS = 15_000;

/** Where to start so that a match is not missed: earlier, where the audio may have another length. */
export function playsFrom(
  { timesMayDiffer }: { timesMayDiffer?: true | undefined },
  atMs: number,
): number {
  return timesMayDiffer ? Math.max(0, atMs - EARLIER_MS) : atMs;
}
