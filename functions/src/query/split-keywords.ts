import { countWords } from '../contract/episodes/search-limits.ts';
import { asTyped, alertKeywords, isEmptyQuery } from './alert-query.ts';
import { splitAtCommas } from './commas.ts';
import { isSameKeyword } from './same-alert.ts';

/**
 * Returns one alert per keyword. As in a search, excluded and required terms apply to all keywords. A single
 * keyword stays as typed.
 */
export function splitKeywords(typed: string): string[] {
  const pieces = splitAtCommas(typed)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const distinct = pieces.filter(
    (piece, index) => pieces.findIndex((other) => isSameKeyword(other, piece)) === index,
  );
  if (distinct.length < 2) return distinct;
  const worded = distinct.filter((keyword) => countWords(keyword) > 0);
  if (worded.every((keyword) => isEmptyQuery(asTyped(keyword)))) return worded;
  const keywords = alertKeywords(worded);
  return keywords.length > 0 ? keywords : worded;
}
