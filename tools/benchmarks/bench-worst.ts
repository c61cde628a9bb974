import { MAX_KEYWORDS, MAX_TOTAL, RESULTS_ASKED } from '../../functions/src/contract/index.ts';
import type { Catalogue } from '../../functions/src/catalogue/catalogue.ts';
import { drawKeywords } from '../../functions/src/catalogue/testing/draw-keywords.ts';
import { AppError } from '../../functions/src/platform/app-error.ts';
import { answerQuery } from '../../functions/src/search/answer-query.ts';
import { everydayWords, PLANTED, randomNumbers } from './bench-episodes.ts';
import { percentile } from './load/generate-load.ts';

const RUNS = 9;
/** Number of the slowest drawn queries that are measured again. */
const MEASURED_AGAIN = 12;
const SEED = 11;
/** Number of frequent generated words in the queries. */
const WORDS = 15;

export interface WorstCase {
  name: string;
  tookMs: number;
  /** The number of episodes found, or a note that the search met its deadlines. */
  outcome: string;
}

interface Query {
  keywords: string[];
}

/** A catalogue and the clock to measure it with, in milliseconds: wall-clock or CPU time. */
export interface Measured {
  catalogue: Pick<Catalogue, 'query' | 'textsWith'>;
  nowMs: () => number;
}

export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Measures searches through the product's code: a common one for comparison, known attacks, and the slowest
 * of `draws` queries that are drawn from the whole query language.
 */
export async function measureWorst(measured: Measured, draws: number): Promise<WorstCase[]> {
  const everyday = everydayWords(WORDS);
  const cases = [await measure(measured, 'common word', { keywords: [PLANTED.common] })];
  for (const [name, keywords] of Object.entries(attacks(everyday))) {
    cases.push(await measure(measured, name, { keywords }));
  }
  const random = randomNumbers(SEED);
  const words = [PLANTED.common, ...everyday, ...PLANTED.phrase.split(' '), PLANTED.rare];
  const drawn: (Query & Asked)[] = [];
  for (let turn = 0; turn < draws; turn += 1) {
    const query = { keywords: drawKeywords(random, words) };
    drawn.push({ ...query, ...(await ask(measured, query)) });
  }
  drawn.sort((left, right) => right.tookMs - left.tookMs);
  const ended = drawn.filter(({ found }) => found === null).length;
  const name = `dearest of ${drawn.length} drawn, ${ended} ended`;
  cases.push(await dearest(measured, name, drawn));
  return cases;
}

function attacks(everyday: readonly string[]): Record<string, string[]> {
  const [word = '', other = '', third = ''] = everyday;
  const row = (step: number) => (_: unknown, at: number) => everyday[(at * step) % WORDS] ?? '';
  const phrases = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) =>
      Array.from({ length }, (_, index) => everyday[(at + index * 7) % WORDS]).join(' '),
    );
  return {
    'a phrase found nowhere': [`${word} ${other} ${word} ${third}`],
    'a word without a repeated one': [`${word} -"${Array<string>(5).fill(word).join(' ')}"`],
    'a word without three everyday ones': [`${PLANTED.rare} -"${word} ${other} ${third}"`],
    'eleven phrases of two words, and -': [
      ...Array.from({ length: 11 }, (_, at) =>
        Array.from({ length: 2 + (at % 4) }, row(1)).join(' '),
      ),
      `-${third}`,
    ],
    '19 quoted triples and title:': [
      ...phrases(19, 3).map((phrase) => `"${phrase}"`),
      `title:${word}`,
    ],
    '20 phrases of 3 words': phrases(MAX_KEYWORDS, 3),
    '19 pairs': phrases(19, 2),
    'every word with any ending': everyday.map((each) => `${each.slice(0, 3)}*`),
    'one without the others': everyday.map((each, at) => (at === 0 ? each : `-${each}`)),
  };
}

async function dearest(
  measured: Measured,
  name: string,
  drawn: readonly Query[],
): Promise<WorstCase> {
  let worst: WorstCase = { name, tookMs: 0, outcome: 'none' };
  for (const query of drawn.slice(0, MEASURED_AGAIN)) {
    const again = await measure(measured, name, query);
    if (again.tookMs > worst.tookMs) worst = again;
  }
  return worst;
}

async function measure(measured: Measured, name: string, query: Query): Promise<WorstCase> {
  const { found } = await ask(measured, query);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push((await ask(measured, query)).tookMs);
  times.sort((left, right) => left - right);
  const outcome = found === null ? 'ended at its deadlines' : `found ${found}`;
  return { name, tookMs: percentile(times, 0.5), outcome };
}

interface Asked {
  /** The number of episodes found; null if the search met its deadlines. */
  found: number | null;
  tookMs: number;
}

async function ask({ catalogue, nowMs }: Measured, query: Query): Promise<Asked> {
  const before = nowMs();
  const found = await answerQuery(catalogue, {
    ...query,
    limit: RESULTS_ASKED,
    totalLimit: MAX_TOTAL,
  }).then(
    ({ total }) => total,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'upstream-timeout') return null;
      throw error;
    },
  );
  return { found, tookMs: nowMs() - before };
}
