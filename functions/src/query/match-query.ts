import { factTokens } from './facts.ts';
import { fieldOf, NAME_TEXTS, type SearchedTexts, WRITTEN_TEXTS } from './fields.ts';
import { mayBeSpoken, type QueryPlan, type Term, termPhrases, matchesPlan } from './query-plan.ts';
import type { Phrase } from './query-words.ts';
import { indexedTokens, withoutSpellings } from './tokenize.ts';

const NAMES: ReadonlySet<string> = new Set(NAME_TEXTS);

/**
 * Reference implementation for both search engines and for alerts.
 * @param texts May lack texts that the query does not search.
 * @param matchesElsewhere True if a term matches text that `texts` lacks. Called only for terms that may be
 * spoken.
 */
export function matchesQuery(
  plan: QueryPlan,
  texts: Partial<SearchedTexts>,
  matchesElsewhere: (term: Term) => boolean = () => false,
): boolean {
  const { said = '' } = texts;
  const rows = new Map<string, readonly string[]>([['said', indexedTokens(said)]]);
  for (const text of WRITTEN_TEXTS) rows.set(text, indexedTokens(texts[text] ?? ''));
  const everywhere = [...rows.values()];
  const besidesNames = () => [...rows].filter(([text]) => !NAMES.has(text)).map(([, row]) => row);
  rows.set('facts', factTokens(texts));
  const rowsOf = ({ field, outsideNames }: Term) => {
    const { text } = fieldOf(field);
    if (text !== null) return [rows.get(text) ?? []];
    return outsideNames ? besidesNames() : everywhere;
  };
  const matches = (term: Term) =>
    rowsOf(term).some((row) => matchesRow(row, term)) ||
    (mayBeSpoken(term) && matchesElsewhere(term));
  return matchesPlan(plan, matches);
}

function matchesRow(row: readonly string[], term: Term): boolean {
  const phrases = termPhrases(term);
  if (!term.whole) return phrases.some((phrase) => containsPhrase(row, phrase));
  const own = withoutSpellings(row).join(' ');
  return phrases.some(({ tokens }) => tokens.join(' ') === own);
}

function containsPhrase(row: readonly string[], { tokens, beginning }: Phrase): boolean {
  const last = tokens.length - 1;
  return row.some((_, start) =>
    tokens.every((token, index) => {
      const found = row[start + index];
      return found === token || (beginning && index === last && found?.startsWith(token) === true);
    }),
  );
}
