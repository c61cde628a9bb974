import { inOneLine, splitHighlights, type TextPart } from '../../contract/index.ts';
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
