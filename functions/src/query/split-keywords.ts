import { countWords } from '../contract/episodes/search-limits.ts';
import { alertKeywords, isEmptyQuery } from './alert-query.ts';
import { isSameKeyword } from './same-alert.ts';

/**
 * The alerts that a typed list stands for, one for each keyword between commas. As in a search, what
 * is excluded or demanded holds for all of them. One keyword alone stays as it was typed.
 */
export function splitKeywords(typed: string): string[] {
  const pieces = typed
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const distinct = pieces.filter(
    (piece, index) => pieces.findIndex((other) => isSameKeyword(other, piece)) === index,
  );
  if (distinct.length < 2) return distinct;
  // Signs alone ask for nothing.
  const worded = distinct.filter((keyword) => countWords(keyword) > 0);
  if (worded.every((keyword) => isEmptyQuery({ keyword, language: 1 }))) return worded;
  const keywords = alertKeywords(worded);
  return keywords.length > 0 ? keywords : worded;
}
