import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueQuery } from '../catalogue/answers/catalogue-query.ts';
import { isPaired, kindOf } from '../query/fold-letter.ts';
import { withPlainSigns } from '../query/query-signs.ts';
import { ownTokens } from '../query/tokenize.ts';
import { FIELD_NAMES, isFact } from '../query/fields.ts';
import { planQuery } from '../query/plan-query.ts';
import { termPhrases, wantedTerms } from '../query/query-plan.ts';
import { AppError } from '../platform/app-error.ts';
import { withTimeout } from '../platform/with-timeout.ts';

type Searched = Pick<Catalogue, 'query' | 'textsWith'>;

/** Max tokens of a query to respell: longer queries rarely fail because of a typo. */
const MAX_TOKENS = 6;
/** Token lengths to respell. Shorter tokens have too many neighbours. */
const [SHORTEST, LONGEST] = [3, 16];
/** Max spellings per query: each costs an index look-up. */
const MAX_SPELLINGS = 1_000;
/** How many of the newest episodes are read to count the frequency of spellings. */
const COUNTED_EPISODES = 15;
/** Timeout of all catalogue queries together, ms. */
const MAX_MS = 300;

/**
 * Replaces each unknown word by the most frequent known word one edit away. Returns null if nothing is replaced, if
 * an unknown word has no such neighbour, or if the new query finds nothing.
 */
export async function didYouMean(
  catalogue: Searched,
  asked: CatalogueQuery,
  { signal, mostMs = MAX_MS }: { signal?: AbortSignal | undefined; mostMs?: number } = {},
): Promise<string[] | null> {
  const tokens = tokensOf(asked.keywords);
  if (tokens.size === 0 || tokens.size > MAX_TOKENS) return null;
  const respell = async (ended: AbortSignal): Promise<string[] | null> => {
    const instead = await respelledTokens(catalogue, tokens, ended);
    if (instead === null || instead.size === 0) return null;
    const meant = asked.keywords.map((keyword) => respelled(keyword, instead));
    const query = { ...asked, keywords: meant, limit: 1, totalLimit: 1 };
    const { total } = await catalogue.query({ ...query, sort: 'newest' }, ended);
    return total > 0 ? meant : null;
  };
  try {
    return await withTimeout(mostMs, respell, { parent: signal, late: () => null });
  } catch (error) {
    // After a timeout or a failure of the catalogue, the search has no suggestion.
    if (error instanceof AppError) return null;
    throw error;
  }
}

function tokensOf(keywords: readonly string[]): Set<string> {
  const plan = planQuery(keywords);
  if (plan === null) return new Set();
  const terms = wantedTerms(plan).filter((term) => !isFact(term));
  const phrases = terms.flatMap((term) => termPhrases(term).slice(0, 1));
  const whole = phrases.filter(({ beginning }) => !beginning);
  return new Set(whole.flatMap(({ tokens }) => tokens));
}

/** Maps each unknown token to its replacement. Returns null if an unknown token has none. */
async function respelledTokens(
  catalogue: Searched,
  tokens: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, string> | null> {
  const instead = new Map<string, string>();
  let left = MAX_SPELLINGS;
  for (const token of tokens) {
    signal.throwIfAborted();
    const known = await catalogue.textsWith({ keywords: [`"${token}"`], limit: 1 }, signal);
    if (known.length > 0) continue;
    if (!isRespelled(token)) return null;
    const spellings = spellingsOf(token);
    left -= spellings.length;
    if (left < 0) return null;
    const wanted = { keywords: spellings, limit: COUNTED_EPISODES };
    const texts = await catalogue.textsWith(wanted, signal);
    const best = mostFrequent(texts.flat().flatMap(ownTokens), new Set(spellings));
    if (best === undefined) return null;
    instead.set(token, best);
  }
  return instead;
}

function mostFrequent(found: readonly string[], among: ReadonlySet<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const token of found) {
    if (among.has(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0];
}

function isRespelled(token: string): boolean {
  if (isPaired(kindOf(token.codePointAt(0) ?? 0))) return false;
  return token.length >= SHORTEST && token.length <= LONGEST && /^[\p{L}]+$/u.test(token);
}

const FACTS = FIELD_NAMES.filter((field) => isFact({ field })).join('|');
/** Matches words, and filters together with their values, because values must not be respelled. */
const WORD = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:${FACTS}):\\s*(?:"[^"]*|\\S+)|[\\p{L}\\p{M}\\p{N}]+`,
  'giu',
);

function respelled(keyword: string, instead: ReadonlyMap<string, string>): string {
  return withPlainSigns(keyword).replace(WORD, (written) => {
    const [token, ...more] = ownTokens(written);
    return (more.length === 0 && token !== undefined && instead.get(token)) || written;
  });
}

/** Plain letters suffice, because tokens have no accents. */
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
