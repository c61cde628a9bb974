import * as z from 'zod';
import { MINUTE_MS } from '../../../../contract/index.ts';
import {
  type QueryPlan,
  type Term,
  termPhrases,
  wholeTokens,
} from '../../../../query/plan-query.ts';
import {
  FURTHER_INDEXES,
  type FurtherIndex,
  INDEX_COSTS,
  type SearchIndex,
} from '../text-indexes.ts';
import type { SearchConnection } from './search-connections.ts';

/** What the work of a statement is estimated from. */
export interface Priced {
  lookups: readonly Lookup[];
  /** Terms that are checked for each candidate episode. */
  checks?: number;
  /** Further work, in index entries. */
  further?: number;
}

export interface Lookup {
  index: SearchIndex;
  terms: readonly Term[];
  /** True if each entry is a match, so that the limit ends the scan: then single words cost nothing. */
  endsEarly?: boolean;
  /** The query of the MATCH expression: a rare word lets FTS5 skip entries of other words. */
  plan?: QueryPlan;
  /** Number of sets of episodes in which each match is looked up. */
  filters?: number;
  /** True if the rows of matches are read, at most {@link MOST_NAMED}. */
  readsNames?: boolean;
}

/** Costs besides {@link INDEX_COSTS}, in entries of the notes' index. */
const COST = {
  /** A match that is merged with those of other lookups. */
  row: 2,
  /** Testing whether an episode is among a term's matches. */
  check: 3,
  name: 30,
  /** A position of a word that is looked up alone: positions are skipped. */
  passed: 0.01,
  /** A text that is skipped as it lacks the rarest word of a phrase: 20 ns. */
  skipped: 0.3,
};
/** Candidates that are checked for a query of several terms; the newest ones. */
export const MOST_LOOKED_AT = 2_000;
/** Maximum of episodes whose show names are compared with excluded names. */
export const MOST_NAMED = 5_000;
/** Positions per word in a sample, from the oldest texts. */
const SAMPLE = 1_000;
/**
 * Occurrences of words with a prefix are counted up to `MOST_COUNTED`. If there are more, each word is sampled;
 * but if there are more than `MOST_SAMPLED` words, all occurrences are counted, up to the cost limit.
 */
const [MOST_COUNTED, MOST_SAMPLED] = [200_000, 1_000];
/** Lifetime of cached frequencies, and number of cached words. */
const [KEPT_MS, MOST_KEPT] = [10 * MINUTE_MS, 10_000];

/** Occurrences of a word in an index, and the number of texts with it. */
interface Frequency {
  occurrences: number;
  texts: number;
}

interface Known {
  atMs: number;
  sizes: Sizes;
  words: Map<string, Frequency>;
}

const knownOf = new WeakMap<object, Known>();

const sizesSchema = z.object({
  episodes: z.number(),
  oldestId: z.number(),
  newestId: z.number(),
  texts: z.partialRecord(z.enum(FURTHER_INDEXES), z.number()),
});
type Sizes = z.infer<typeof sizesSchema>;
const SIZES = `SELECT json_object('episodes', count(*), 'oldestId', coalesce(min(id), 0),
  'newestId', coalesce(max(id), 0), 'texts', json_object(${FURTHER_INDEXES.map(
    (index) => `'${index}', (SELECT count(*) FROM ${index}_docsize)`,
  ).join(', ')})) FROM episodes`;

const samples = z.array(
  z.tuple([z.string(), z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])]),
);

/** Per word: sampled positions and texts, first and last text, positions in the last text. */
const sampleOf = (index: SearchIndex) => `
  SELECT json_group_array(json_array(value, json((
    SELECT json_array(count(*), count(DISTINCT doc), coalesce(min(doc), 0), coalesce(max(doc), 0),
      count(*) FILTER (WHERE doc = last))
    FROM (SELECT doc, max(doc) OVER () AS last FROM (
      SELECT doc FROM temp.${index}_instances WHERE term = value LIMIT ${SAMPLE}
    ))
  )))) FROM json_each(?)`;
const textsBetween = (index: FurtherIndex) =>
  `SELECT count(*) FROM ${index}_docsize WHERE id BETWEEN ? AND ?`;

/**
 * Upper estimate of index entries that a statement reads. Uses short queries, or none if the cost
 * is low in any case; stops above `enough`.
 */
export async function readCost(
  connection: SearchConnection,
  { lookups, checks = 0, further = 0 }: Priced,
  enough: number,
): Promise<number> {
  let cost = further;
  if (cost > enough) return cost;
  cost += checks === 0 ? 0 : checks * COST.check * (await mostLookedAt(connection));
  if (cost > enough) return cost;
  for (const lookup of lookups) {
    const { index, terms, endsEarly = false, plan, filters = 0, readsNames } = lookup;
    const phrases = terms.flatMap(termPhrases);
    const dear = phrases.filter(
      ({ tokens, beginning }) => !endsEarly || beginning || tokens.length > 1,
    );
    if (dear.length === 0) continue;
    const asked = plan === undefined ? phrases : [...phrases, ...phrasesIn(plan)];
    const frequencies = await frequenciesOf(connection, index, asked.flatMap(wholeTokens));
    const frequencyOf = (word: string) => frequencies.get(word) ?? NO_OCCURRENCE;
    const mostFound = plan === undefined ? Infinity : rarestOf(plan, frequencyOf);
    let named = 0;
    for (const phrase of dear) {
      const words = wholeTokens(phrase).map(frequencyOf);
      const found = Math.min(...words.map(({ texts }) => texts), mostFound);
      named += found;
      cost +=
        costOfWords(index, words, mostFound) + filters * COST.check * (isFinite(found) ? found : 0);
      if (cost > enough) return cost;
      if (!phrase.beginning) continue;
      const left = Math.ceil((enough - cost) / INDEX_COSTS[index].beginning) + 1;
      const occurrences = await occurrencesOfBeginning(
        connection,
        index,
        phrase.tokens.at(-1) ?? '',
        left,
      );
      cost += INDEX_COSTS[index].beginning * occurrences;
      if (cost > enough) return cost;
    }
    if (readsNames) cost += COST.name * Math.min(named, MOST_NAMED);
  }
  return cost;
}

async function mostLookedAt(connection: SearchConnection): Promise<number> {
  const { texts } = (await knownBy(connection)).sizes;
  return Math.min(
    MOST_LOOKED_AT,
    Object.values(texts).reduce((sum, count) => sum + count, 0),
  );
}

const NO_OCCURRENCE: Frequency = { occurrences: 0, texts: 0 };

/** Of frequent words, only positions in texts with the rarest word are read. */
function costOfWords(index: SearchIndex, words: readonly Frequency[], mostFound: number): number {
  const cost = INDEX_COSTS[index];
  const [only, ...others] = words;
  if (only === undefined) return 0;
  if (others.length === 0) {
    const all = only.texts * COST.row + only.occurrences * COST.passed;
    return Math.min(all, mostFound * cost.leap);
  }
  const rarest = Math.min(...words.map(({ texts }) => texts));
  return words.reduce((sum, { occurrences, texts }) => {
    const further = texts === 0 ? 0 : occurrences / texts - 1;
    const inEach = cost.text + further * cost.occurrence;
    const skipped = Math.min((texts - rarest) * cost.text * COST.skipped, rarest * cost.leap);
    return sum + rarest * inEach + skipped;
  }, 0);
}

function phrasesIn({ all, oneOf }: QueryPlan) {
  return [...all, ...oneOf.flat(2)].flatMap(termPhrases);
}

function rarestOf({ all, oneOf }: QueryPlan, frequencyOf: (word: string) => Frequency): number {
  const mostOf = (terms: readonly Term[]) =>
    Math.min(
      ...terms.map((term) =>
        termPhrases(term)
          .map((phrase) => Math.min(...wholeTokens(phrase).map((word) => frequencyOf(word).texts)))
          .reduce((sum, each) => sum + each, 0),
      ),
    );
  const choices = oneOf.map((alternatives) =>
    alternatives.reduce((sum, terms) => sum + mostOf(terms), 0),
  );
  return Math.min(mostOf(all), ...choices);
}

async function knownBy(connection: SearchConnection): Promise<Known> {
  const before = knownOf.get(connection.key);
  if (before !== undefined && Math.abs(Date.now() - before.atMs) < KEPT_MS) return before;
  const sizes = sizesSchema.parse(await connection.json(SIZES));
  const known: Known = { atMs: Date.now(), sizes, words: new Map() };
  knownOf.set(connection.key, known);
  return known;
}

async function frequenciesOf(
  connection: SearchConnection,
  index: SearchIndex,
  words: readonly string[],
): Promise<Map<string, Frequency>> {
  const { words: known, sizes } = await knownBy(connection);
  const keyOf = (word: string) => `${index} ${word}`;
  const wanted = [...new Set(words)].filter((word) => !known.has(keyOf(word)));
  if (wanted.length > 0) {
    if (known.size > MOST_KEPT) known.clear();
    const found = samples.parse(await connection.json(sampleOf(index), [JSON.stringify(wanted)]));
    for (const [word, [occurrences, texts, first, last, inLast]] of found) {
      if (occurrences < SAMPLE) known.set(keyOf(word), { occurrences, texts });
      else {
        const inEach = texts === 1 ? occurrences : (occurrences - inLast) / (texts - 1);
        const most = await textsWith(connection, index, sizes, { texts, first, last });
        known.set(keyOf(word), { occurrences: most * inEach, texts: most });
      }
    }
  }
  return new Map(words.map((word) => [word, known.get(keyOf(word)) ?? NO_OCCURRENCE]));
}

/** Estimates how many texts have a word, if `texts` of those with ids from `first` to `last` have it. */
async function textsWith(
  connection: SearchConnection,
  index: SearchIndex,
  { episodes, oldestId, newestId, texts: sizes }: Sizes,
  { texts, first, last }: { texts: number; first: number; last: number },
): Promise<number> {
  // Episode ids grow with the publication time, at a constant rate.
  if (index === 'episodes_fts') {
    const share = (newestId - oldestId) / Math.max(last - first, 1);
    return Math.min(texts * Math.max(share, 1), episodes);
  }
  const found = await connection.json(textsBetween(index), [BigInt(first), BigInt(last)]);
  const all = sizes[index] ?? 0;
  return Math.min((texts * all) / Math.max(z.number().parse(found), 1), all);
}

/** Counting is exact, but each occurrence takes as long as reading it: frequent words are sampled. */
async function occurrencesOfBeginning(
  connection: SearchConnection,
  index: SearchIndex,
  beginning: string,
  most: number,
): Promise<number> {
  const end = `${beginning}\u{10ffff}`;
  const count = async (limit: number) => {
    const counted = `SELECT count(*) FROM (
      SELECT 1 FROM temp.${index}_instances WHERE term >= ? AND term < ? LIMIT ?
    )`;
    return z.number().parse(await connection.json(counted, [beginning, end, BigInt(limit)]));
  };
  const occurrences = await count(Math.min(most, MOST_COUNTED));
  if (occurrences < MOST_COUNTED) return occurrences;
  const found = await connection.json(termsOf(index), [beginning, end, BigInt(MOST_SAMPLED + 1)]);
  const words = z.array(z.string()).parse(found);
  if (words.length > MOST_SAMPLED) return count(most);
  const frequencies = await frequenciesOf(connection, index, words);
  return [...frequencies.values()].reduce((sum, each) => sum + each.occurrences, 0);
}

/** All words with a prefix. Each is looked up from the word before plus U+0001, which no token contains. */
const termsOf = (index: SearchIndex) => {
  const next = (from: string) =>
    `(SELECT term FROM temp.${index}_instances WHERE term >= ${from} AND term < ?2 LIMIT 1)`;
  return `WITH RECURSIVE words(word) AS (
      SELECT ${next('?1')} UNION ALL
      SELECT ${next('word || char(1)')} FROM words WHERE word IS NOT NULL LIMIT ?3
    ) SELECT json_group_array(word) FROM words WHERE word IS NOT NULL`;
};
