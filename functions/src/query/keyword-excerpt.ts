import { excerpt, EXCERPT_LENGTH, MATCH_END, MATCH_START } from './excerpt.ts';
import { phraseFinder } from './phrase-finder.ts';
import { planOfKey } from './normalize-query.ts';
import { wantedPhrases, wantedSpoken } from './plan-query.ts';

/**
 * What a search for the keyword shows of a description: an excerpt around the first match with the
 * contract's highlight markers, or the beginning where nothing matches.
 * @param keyword Its normal form (`normalizeKeyword`, `normalizeQuery`).
 */
export function keywordExcerpt(description: string, keyword: string): string {
  const plan = planOfKey(keyword);
  return excerptsFor(plan === null ? [] : wantedPhrases(plan))(description);
}

/** Marks in a transcript what a search for the keyword (in normal form) marks: see {@link markerOf}. */
export function spokenMarker(keyword: string): (text: string) => string {
  const plan = planOfKey(keyword);
  return markerOf(plan === null ? [] : wantedSpoken(plan));
}

/**
 * What is shown of notes for a search for these phrases (of normal form; a star behind one says that its
 * last word is the beginning of one): see {@link keywordExcerpt}.
 */
export function excerptsFor(phrases: readonly string[]): (notes: string) => string {
  const find = phraseFinder(phrases);
  return (notes) => excerpt(notes, find(notes, EXCERPT_LENGTH));
}

/**
 * Puts every match of the phrases (of normal form) between `MATCH_START` and `MATCH_END`, as FTS5's
 * `highlight` does.
 */
export function markerOf(phrases: readonly string[]): (text: string) => string {
  const find = phraseFinder(phrases);
  return (text) => {
    let marked = '';
    let done = 0;
    for (const { start, end } of find(text)) {
      marked += text.slice(done, start) + MATCH_START + text.slice(start, end) + MATCH_END;
      done = end;
    }
    return marked + text.slice(done);
  };
}
