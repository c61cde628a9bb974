export const HIGHLIGHT_START = '>>>';
export const HIGHLIGHT_END = '<<<';

export interface TextPart {
  text: string;
  highlighted: boolean;
}

/**
 * Yields highlighted texts, skipping empty ones; `at` is where the marker starts. `>>>>a<<<` begins with text
 * (`>`).
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

/** Shortens runs of three or more `>` or `<` to two, so that a feed cannot forge a highlight. */
export function withoutForgedHighlights(text: string): string {
  // Fast path: hardly any text has a marker.
  if (!text.includes('>>>') && !text.includes('<<<')) return text;
  return text.replace(/>{3,}/g, '>>').replace(/<{3,}/g, '<<');
}

/** Puts a middle dot after lines without final punctuation (list items). HTML shows other breaks as spaces. */
export function inOneLine(text: string): string {
  return text.trim().replace(/([^\s.!?:;,…])\s*\n\s*/gu, '$1 · ');
}

/** Replaces the speaker in machine transcripts, so that every quotation shows where it comes from. */
export const MACHINE_SPEAKER = 'Machine transcript';

/** Some downloads begin with adverts of about this length. */
const ADVERT_MS = 15_000;

export function playsFrom(
  { timesMayDiffer }: { timesMayDiffer?: true | undefined },
  atMs: number,
): number {
  return timesMayDiffer ? Math.max(0, atMs - ADVERT_MS) : atMs;
}
