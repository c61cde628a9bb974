import { tokensOf } from './tokenize.ts';
import { mayBeSpoken, type Term, type QueryPlan } from './plan-query.ts';

/** The texts of an episode that are searched, each separately. */
export interface SearchedTexts {
  title: string;
  podcast: string;
  publisher: string;
  /** Plain text, all of it, without highlight markers. */
  description: string;
  /** Who takes part, one a line (`personsText`). */
  persons?: string;
  /** Titles, one a line. */
  chapters?: string;
  /** Further texts, where there are any. */
  more?: readonly string[];
  /** Its transcript, if that is known. */
  said?: string;
}

/**
 * Whether an episode answers a query, looked up in its texts: what every index and the matching of
 * alerts agree with.
 * @param texts Those that the query does not ask for may be left out.
 * @param matchesElsewhere Whether something that may stand in any text, or be said, stands in one not given here.
 */
export function matchesQuery(
  plan: QueryPlan,
  texts: Partial<SearchedTexts>,
  matchesElsewhere: (term: Term) => boolean = () => false,
): boolean {
  const { title = '', podcast = '', publisher = '', description = '' } = texts;
  const { persons = '', chapters = '', more = [], said = '' } = texts;
  const spoken = tokensOf(said);
  const name = tokensOf(podcast);
  const written = [title, podcast, publisher, description, persons, chapters, ...more];
  const rows = {
    any: [...written.map(tokensOf), spoken],
    title: [tokensOf(title)],
    podcast: [name],
    show: [name],
    said: [spoken],
  };
  const stands = (term: Term) =>
    rows[term.field].some((row) => standsIn(row, term)) ||
    (mayBeSpoken(term) && matchesElsewhere(term));
  return (
    plan.all.every(stands) &&
    plan.oneOf.every((alternatives) => alternatives.some((terms) => terms.every(stands))) &&
    !plan.not.some(stands)
  );
}

function standsIn(row: readonly string[], { words, beginning, field }: Term): boolean {
  if (field === 'show' && row.length !== words.length) return false;
  const last = words.length - 1;
  return row.some((_, start) =>
    words.every((word, index) => {
      const token = row[start + index];
      return token === word || (beginning && index === last && token?.startsWith(word) === true);
    }),
  );
}
