import {
  HIGHLIGHT_START,
  inOneLine,
  splitHighlights,
  type TextPart,
} from '../../contract/index.ts';
import { cutText, tidyText } from '../../platform/one-line.ts';

/**
 * An excerpt with the contract's highlight markers as parts for a mail, on one line of at most
 * `maxLength` UTF-16 code units, with "…" where it was cut; empty for 0.
 */
export function excerptParts(excerpt: string, maxLength: number): TextPart[] {
  const parts = splitHighlights(tidyText(inOneLine(excerpt)).trim());
  const shown: TextPart[] = [];
  let room = maxLength;
  for (const [index, { text, highlighted }] of parts.entries()) {
    if (room <= 0) break;
    const needed = index < parts.length - 1 ? text.length + 1 : text.length;
    shown.push({ text: needed <= room ? text : cutText(`${text} `, room), highlighted });
    room = needed <= room ? room - text.length : 0;
  }
  return shown;
}

/** Most text before a match, UTF-16 code units. */
const LEAD_LENGTH = 60;

/** A text with the contract's highlight markers, from shortly before its first match on if that comes late. */
export function fromMatch(text: string): string {
  const at = text.indexOf(HIGHLIGHT_START);
  if (at <= LEAD_LENGTH) return text;
  const space = text.slice(0, at).indexOf(' ', at - LEAD_LENGTH);
  return `…${text.slice(space === -1 ? at : space + 1)}`;
}
