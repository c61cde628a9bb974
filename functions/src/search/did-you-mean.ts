import type { CatalogueAnswer, CatalogueQuery } from '../catalogue/catalogue.ts';
import { tokensOf } from '../query/tokenize.ts';
import { type Term, planQuery } from '../query/plan-query.ts';
import { AppError } from '../platform/app-error.ts';

type Query = (query: CatalogueQuery) => Promise<CatalogueAnswer>;

/** Longer queries are rarely typos. */
const MOST_WORDS = 6;
/** Lengths of words to respell. Short words have too many neighbours, except in a phrase. */
const [SHORTEST, SHORTEST_IN_PHRASE, LONGEST] = [4, 3, 16];
/** Maximum of spellings in one query. */
const MOST_SPELLINGS = 500;
/** Number of newest episodes in which spellings are counted. */
const COUNTED_EPISODES = 15;
/** Words from this length on may have two edits after the first three letters. */
const [SHORTEST_OF_TWO, RIGHT_LETTERS, MOST_EDITS] = [6, 3, 2];
/** Time limit for all queries, ms. A running query is not aborted. */
const MOST_MS = 300;
/** Share of a search's cost limit for each query: frequent words of a rare phrase are expensive. */
const SHARE = 0.05;

/** Respells words that occur nowhere. Null unless the respelled query has results. */
export async function didYouMean(
  query: Query,
  asked: CatalogueQuery,
  mostMs = MOST_MS,
): Promise<string[] | null> {
  const plan = planQuery(asked.keywords);
  if (plan === null) return null;
  const terms = [...plan.all, ...plan.oneOf.flat(2)].filter(({ beginning }) => !beginning);
  if (terms.flatMap(({ words }) => words).length > MOST_WORDS) return null;
  const deadlineMs = performance.now() + mostMs;
  const ask = async (next: CatalogueQuery) =>
    performance.now() > deadlineMs ? NOTHING : query({ ...next, share: SHARE });
  // Without transcripts: correct spellings occur in titles and notes too.
  const count = (keywords: readonly string[], limit: number) =>
    ask({ keywords, limit, totalLimit: limit, spoken: false, repeated: true });

  try {
    const instead = new Map<string, string>();
    for (const { words } of terms) {
      // A phrase that occurs anywhere is spelled correctly.
      if ((await count([words.join(' ')], 1)).total > 0) continue;
      const found = (await oneSlip(words, count)) ?? (await twoSlips(words, count));
      if (found === null) return null;
      instead.set(...found);
    }
    if (instead.size === 0) return null;
    const meant = asked.keywords.map((keyword) => respelled(keyword, instead));
    const found = await ask({ ...asked, sort: 'newest', keywords: meant, limit: 1, totalLimit: 1 });
    return found.total > 0 ? meant : null;
  } catch (error) {
    // Over the cost limit, or no catalogue: the search is answered without a suggestion.
    if (error instanceof AppError) return null;
    throw error;
  }
}

type Count = (keywords: readonly string[], limit: number) => Promise<CatalogueAnswer>;
type Replacement = [from: string, to: string];

const NOTHING: CatalogueAnswer = { episodes: [], total: 0 };

/** The spelling at one edit's distance that is most frequent in the newest episodes. */
async function oneSlip(words: Term['words'], count: Count): Promise<Replacement | null> {
  const spellings = new Map<string, Replacement>();
  const unknown = await unknownWords(words, count);
  for (const [place, word] of words.entries()) {
    if (!isTried(word, words.length) || !unknown.has(word)) continue;
    for (const to of spellingsOf(word)) {
      if (spellings.size >= MOST_SPELLINGS) break;
      if (to !== '') spellings.set(words.with(place, to).join(' '), [word, to]);
    }
  }
  if (spellings.size === 0) return null;
  const { episodes } = await count([...spellings.keys()], COUNTED_EPISODES);
  const best = mostFrequent(
    phrasesIn(episodes, words.length).filter((phrase) => spellings.has(phrase)),
  );
  return best === null ? null : (spellings.get(best) ?? null);
}

/** The words that occur nowhere; all words if each occurs somewhere. */
async function unknownWords(words: Term['words'], count: Count): Promise<Set<string>> {
  const unknown = new Set<string>();
  for (const word of words) if ((await count([word], 1)).total === 0) unknown.add(word);
  return unknown.size > 0 ? unknown : new Set(words);
}

/** The last word with two edits. */
async function twoSlips(words: Term['words'], count: Count): Promise<Replacement | null> {
  const last = words.at(-1) ?? '';
  if (!isTried(last, words.length) || last.length < SHORTEST_OF_TWO) return null;
  const before = words.slice(0, -1);
  const beginning = [...before, last.slice(0, RIGHT_LETTERS)].join(' ');
  const { episodes } = await count([`${beginning}*`], COUNTED_EPISODES);
  const best = mostFrequent(
    phrasesIn(episodes, words.length).filter(
      (phrase) =>
        phrase.startsWith(beginning) &&
        editDistance(phrase.slice(beginning.length), last.slice(RIGHT_LETTERS)) <= MOST_EDITS,
    ),
  );
  const to = best?.split(' ').at(-1);
  return to === undefined ? null : [last, to];
}

function isTried(word: string, words: number): boolean {
  const shortest = words > 1 ? SHORTEST_IN_PHRASE : SHORTEST;
  return word.length >= shortest && word.length <= LONGEST && /^[\p{L}]+$/u.test(word);
}

function phrasesIn(episodes: CatalogueAnswer['episodes'], length: number): string[] {
  return episodes.flatMap(({ title, podcast, publisher, description }) =>
    [title, podcast, publisher, description].flatMap((text) => {
      const tokens = tokensOf(text);
      return tokens.map((_, start) => tokens.slice(start, start + length).join(' '));
    }),
  );
}

function mostFrequent(phrases: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? null;
}

function respelled(keyword: string, instead: ReadonlyMap<string, string>): string {
  return keyword.replace(/[\p{L}\p{M}\p{N}]+/gu, (written) => {
    const [token, ...more] = tokensOf(written);
    return (more.length === 0 && token !== undefined && instead.get(token)) || written;
  });
}

/** Tokens have no accents. */
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Words at one edit: a letter inserted, removed or replaced, or two adjacent letters swapped. */
export function spellingsOf(word: string): string[] {
  const letters = Array.from(word);
  const found = new Set<string>();
  const put = (at: number, removed: number, added: string) =>
    found.add([...letters.slice(0, at), added, ...letters.slice(at + removed)].join(''));
  for (let at = 0; at <= letters.length; at += 1) {
    for (const letter of LETTERS) put(at, 0, letter);
    if (at === letters.length) continue;
    put(at, 1, '');
    for (const letter of LETTERS) put(at, 1, letter);
    if (at + 1 < letters.length) put(at, 2, `${letters[at + 1] ?? ''}${letters[at] ?? ''}`);
  }
  found.delete(word);
  return [...found];
}

export function editDistance(one: string, other: string): number {
  const [rows, columns] = [Array.from(one), Array.from(other)];
  let above = columns.map((_, index) => index + 1);
  for (const [index, letter] of rows.entries()) {
    const row: number[] = [];
    for (const [column, against] of columns.entries()) {
      const corner = column === 0 ? index : (above[column - 1] ?? 0);
      const left = column === 0 ? index + 1 : (row[column - 1] ?? 0);
      const changed = corner + (letter === against ? 0 : 1);
      row.push(Math.min(changed, left + 1, (above[column] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? rows.length;
}
