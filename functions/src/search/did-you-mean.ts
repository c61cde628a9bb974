import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueQuery } from '../catalogue/answers/catalogue-query.ts';
import { isPaired, kindOf } from '../query/fold-letter.ts';
import { ownTokens } from '../query/tokenize.ts';
import { FIELD_NAMES, isFact } from '../query/fields.ts';
import { planQuery, termPhrases, wantedTerms } from '../query/plan-query.ts';
import { AppError } from '../platform/app-error.ts';
import { withTimeout } from '../platform/with-timeout.ts';

type Searched = Pick<Catalogue, 'query' | 'textsWith'>;

/** Maximum tokens of a query to respell; longer queries rarely fail because of a typo. */
const MOST_TOKENS = 6;
/** Lengths of tokens that are respelled. Short tokens have too many similar ones, except within a phrase. */
const [SHORTEST, SHORTEST_IN_PHRASE, LONGEST] = [4, 3, 16];
/** Maximum spellings that are looked up for one query; each takes a lookup in the index. */
const MOST_SPELLINGS = 1_000;
/** Maximum phrases in one question to the engine, which compares each of them with each text. */
const MOST_PHRASES = 20;
/** Newest episodes that are read: to count how often spellings occur, and to read the neighbours of a token. */
const [COUNTED_EPISODES, READ_BESIDE] = [15, 40];
/** Tokens of at least six letters may have two edits, after their first three letters. */
const [SHORTEST_OF_TWO, RIGHT_LETTERS, MOST_EDITS] = [6, 3, 2];
/** Timeout of all questions together, milliseconds. */
const MOST_MS = 300;

/** The keywords with unknown words respelled; null unless the respelled query has results. */
export async function didYouMean(
  catalogue: Searched,
  asked: CatalogueQuery,
  { signal, mostMs = MOST_MS }: { signal?: AbortSignal | undefined; mostMs?: number } = {},
): Promise<string[] | null> {
  const plan = planQuery(asked.keywords);
  if (plan === null) return null;
  const terms = wantedTerms(plan).filter((term) => !isFact(term));
  const phrases = terms.flatMap((term) =>
    termPhrases(term)
      .slice(0, 1)
      .filter(({ beginning }) => !beginning)
      .map(({ tokens }) => tokens),
  );
  if (phrases.flat().length > MOST_TOKENS) return null;
  const respell = async (ended: AbortSignal): Promise<string[] | null> => {
    const instead = await respelledTokens(asking(catalogue, ended), phrases);
    if (instead === null || instead.size === 0) return null;
    const meant = asked.keywords.map((keyword) => respelled(keyword, instead));
    const query = { ...asked, keywords: meant, limit: 1, totalLimit: 1 };
    const { total } = await catalogue.query({ ...query, sort: 'newest' }, ended);
    return total > 0 ? meant : null;
  };
  try {
    return await withTimeout(mostMs, respell, { parent: signal, late: () => null });
  } catch (error) {
    // It took too long or there is no catalogue: the search is answered without a suggestion.
    if (error instanceof AppError) return null;
    throw error;
  }
}

type Tokens = readonly string[];

interface Asking {
  /**
   * Tokens of the newest episodes that match one of the keywords, one list per text; transcripts are not
   * read.
   */
  texts: (keywords: readonly string[], limit: number) => Promise<string[][]>;
  /** As many of the spellings, from the first, as may still be looked up for this query. */
  allowed: (spellings: readonly string[]) => string[];
}

function asking(catalogue: Searched, signal: AbortSignal): Asking {
  let left = MOST_SPELLINGS;
  return {
    async texts(keywords, limit) {
      signal.throwIfAborted();
      if (keywords.length === 0) return [];
      const found = await catalogue.textsWith({ keywords, limit }, signal);
      return found.flat().map(ownTokens);
    },
    allowed(spellings) {
      const some = spellings.slice(0, left);
      left -= some.length;
      return some;
    },
  };
}

/** The replacement of each misspelled token. Null if a phrase occurs nowhere and has no known respelling. */
async function respelledTokens(
  ask: Asking,
  phrases: readonly Tokens[],
): Promise<Map<string, string> | null> {
  const instead = new Map<string, string>();
  for (const tokens of phrases) {
    // A phrase that occurs anywhere is spelled correctly.
    if (await occurs(ask, tokens)) continue;
    const found = tokens.length === 1 ? await oneToken(ask, tokens) : await inPhrase(ask, tokens);
    if (found === null) return null;
    instead.set(...found);
  }
  return instead;
}

type Replacement = [from: string, to: string];

async function occurs({ texts }: Asking, tokens: Tokens): Promise<boolean> {
  return (await texts([quoted(tokens)], 1)).length > 0;
}

/** The most frequent spelling one edit away; if none occurs, two edits away. */
async function oneToken({ texts, allowed }: Asking, tokens: Tokens) {
  const [token = ''] = tokens;
  if (!isTried(token, 1)) return null;
  const slips = allowed(spellingsOf(token));
  const found = await texts(slips, COUNTED_EPISODES);
  const once = bestSpelling(found, tokens, new Map([[0, among(slips)]]));
  if (once !== null || !mayHaveTwoSlips(token)) return once;
  const alike = await texts([`${token.slice(0, RIGHT_LETTERS)}*`], COUNTED_EPISODES);
  return bestSpelling(alike, tokens, new Map([[0, isTwoSlipsFrom(token)]]));
}

/**
 * Finds the texts with the other tokens of the phrase, and reads which similar token stands in place of the
 * unknown one: one question for all spellings. If that finds none, as when the other tokens occur too often,
 * spellings that occur in new episodes are tried in the phrase.
 */
async function inPhrase(ask: Asking, tokens: Tokens): Promise<Replacement | null> {
  const indexes = await unknownIndexes(ask, tokens);
  const slips = new Map(indexes.map((index) => [index, spellingsOf(tokens[index] ?? '')]));
  const besides = await Promise.all(
    indexes.map((index) => ask.texts([withoutToken(tokens, index)], READ_BESIDE)),
  );
  const beside = besides.flat();
  const once = new Map(Array.from(slips, ([index, list]) => [index, among(list)]));
  const found = bestSpelling(beside, tokens, once);
  if (found !== null) return found;

  const tried: string[] = [];
  for (const [index, list] of slips) {
    const allowed = ask.allowed(list);
    const known = await ask.texts(allowed, COUNTED_EPISODES);
    const spellings = new Set(known.flat().filter(among(allowed)));
    tried.push(...Array.from(spellings, (to) => quoted(tokens.with(index, to))));
  }
  const phrases = tried.slice(0, MOST_PHRASES);
  const spelled = bestSpelling(await ask.texts(phrases, COUNTED_EPISODES), tokens, once);
  const last = tokens.length - 1;
  const token = tokens[last] ?? '';
  if (spelled !== null || !slips.has(last) || !mayHaveTwoSlips(token)) return spelled;
  return bestSpelling(beside, tokens, new Map([[last, isTwoSlipsFrom(token)]]));
}

/** Indexes of the tokens to respell: those that occur nowhere, or all tokens if each occurs somewhere. */
async function unknownIndexes(ask: Asking, tokens: Tokens): Promise<number[]> {
  const unknown: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!(await occurs(ask, [token]))) unknown.push(index);
  }
  const indexes = unknown.length > 0 ? unknown : [...tokens.keys()];
  return indexes.filter((index) => isTried(tokens[index] ?? '', tokens.length));
}

function withoutToken(tokens: Tokens, index: number): string {
  const parts = [tokens.slice(0, index), tokens.slice(index + 1)];
  return parts
    .filter(({ length }) => length > 0)
    .map(quoted)
    .join(' AND ');
}

function quoted(tokens: Tokens): string {
  return `"${tokens.join(' ')}"`;
}

type Alike = (token: string) => boolean;

function among(tokens: readonly string[]): Alike {
  const set = new Set(tokens);
  return (token) => set.has(token);
}

function mayHaveTwoSlips(token: string): boolean {
  return token.length >= SHORTEST_OF_TWO;
}

function isTwoSlipsFrom(typed: string): Alike {
  const [right, rest] = [typed.slice(0, RIGHT_LETTERS), typed.slice(RIGHT_LETTERS)];
  return (token) =>
    token.startsWith(right) && editDistance(token.slice(RIGHT_LETTERS), rest) <= MOST_EDITS;
}

/**
 * The replacement that turns `tokens` into the most frequent phrase of the texts; null if there is none.
 * @param alike Tests by index whether a token is similar enough; tokens of other indexes are not replaced.
 */
function bestSpelling(
  texts: readonly string[][],
  tokens: Tokens,
  alike: ReadonlyMap<number, Alike>,
): Replacement | null {
  const counts = new Map<string, { replacement: Replacement; count: number }>();
  for (const text of texts) {
    for (let start = 0; start + tokens.length <= text.length; start += 1) {
      const different = tokens.flatMap((token, at) => (text[start + at] === token ? [] : [at]));
      const [index = -1] = different;
      const to = text[start + index] ?? '';
      if (different.length !== 1 || alike.get(index)?.(to) !== true) continue;
      const key = `${index} ${to}`;
      const { count = 0 } = counts.get(key) ?? {};
      counts.set(key, { replacement: [tokens[index] ?? '', to], count: count + 1 });
    }
  }
  const [best] = [...counts.values()].sort((one, other) => other.count - one.count);
  return best?.replacement ?? null;
}

function isTried(token: string, tokens: number): boolean {
  const shortest = tokens > 1 ? SHORTEST_IN_PHRASE : SHORTEST;
  if (isPaired(kindOf(token.codePointAt(0) ?? 0))) return false;
  return token.length >= shortest && token.length <= LONGEST && /^[\p{L}]+$/u.test(token);
}

const FACTS = FIELD_NAMES.filter((field) => isFact({ field })).join('|');
/** Matches a word, or a filter together with its value, which is not respelled. */
const WORD = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:${FACTS}):\\s*(?:["“”„][^"“”„]*|\\S+)|[\\p{L}\\p{M}\\p{N}]+`,
  'giu',
);

function respelled(keyword: string, instead: ReadonlyMap<string, string>): string {
  return keyword.replace(WORD, (written) => {
    const [token, ...more] = ownTokens(written);
    return (more.length === 0 && token !== undefined && instead.get(token)) || written;
  });
}

/** Without accents, which tokens do not have. */
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Tokens one edit away: a letter inserted, removed or replaced, or two adjacent letters swapped. */
export function spellingsOf(token: string): string[] {
  const letters = Array.from(token);
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
  found.delete(token);
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
