import { factTokens } from './facts.ts';
import { fieldOf, type SearchedTexts, WRITTEN_TEXTS } from './fields.ts';
import { mayBeSpoken, type QueryPlan, type Term, termPhrases, wantedStands } from './plan-query.ts';
import type { Phrase } from './query-words.ts';
import { tokensOf, withoutSpellings } from './tokenize.ts';

/**
 * The reference implementation of matching, for both engines and for alerts.
 * @param texts Texts that the query does not search may be missing.
 * @param matchesElsewhere Tells whether a term matches a text that is missing in `texts`. Asked only about
 * terms that search the transcript.
 */
export function matchesQuery(
  plan: QueryPlan,
  texts: Partial<SearchedTexts>,
  matchesElsewhere: (term: Term) => boolean = () => false,
): boolean {
  const { said = '' } = texts;
  const rows = new Map<string, readonly string[]>([['said', tokensOf(said)]]);
  for (const text of WRITTEN_TEXTS) rows.set(text, tokensOf(texts[text] ?? ''));
  const everywhere = [...rows.values()];
  rows.set('facts', factTokens(texts));
  const rowsOf = ({ field }: Term) => {
    const { text } = fieldOf(field);
    return text === null ? everywhere : [rows.get(text) ?? []];
  };
  const stands = (term: Term) =>
    rowsOf(term).some((row) => standsIn(row, term)) ||
    (mayBeSpoken(term) && matchesElsewhere(term));
  return wantedStands(plan, stands) && !plan.not.some(stands);
}

function standsIn(row: readonly string[], term: Term): boolean {
  const phrases = termPhrases(term);
  if (!term.whole) return phrases.some((phrase) => holds(row, phrase));
  const own = withoutSpellings(row).join(' ');
  return phrases.some(({ tokens }) => tokens.join(' ') === own);
}

function holds(row: readonly string[], { tokens, beginning }: Phrase): boolean {
  const last = tokens.length - 1;
  return row.some((_, start) =>
    tokens.every((token, index) => {
      const found = row[start + index];
      return found === token || (beginning && index === last && found?.startsWith(token) === true);
    }),
  );
}
