import { MATCH_END, MATCH_START } from '../../query/excerpt.ts';

/** Converts a text to NFC. Removes match markers, and NUL, which ends a text in SQLite. */
export function storedText(text: string): string {
  return text
    .replaceAll('\0', '')
    .replaceAll(MATCH_START, '')
    .replaceAll(MATCH_END, '')
    .normalize('NFC');
}
