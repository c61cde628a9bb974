import { MATCH_END, MATCH_START } from '../query/excerpt.ts';

/**
 * Text as the catalogue stores it: composed (NFC), without NUL, which ends a text in SQLite, and without
 * the signs that mark matches.
 */
export function storedText(text: string): string {
  return text
    .replaceAll('\0', '')
    .replaceAll(MATCH_START, '')
    .replaceAll(MATCH_END, '')
    .normalize('NFC');
}
