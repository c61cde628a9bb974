import { MATCH_END, MATCH_START } from '../keywords/excerpt.ts';

/** Text as the catalogue holds it: composed, without what ends a text in SQLite or marks a match. */
export function storedText(text: string): string {
  return text
    .replaceAll('\0', '')
    .replaceAll(MATCH_START, '')
    .replaceAll(MATCH_END, '')
    .normalize('NFC');
}
