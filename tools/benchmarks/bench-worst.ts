import { MAX_EPISODES, MAX_KEYWORDS, MAX_TOTAL } from '../../functions/src/contract/index.ts';
import type { SqliteDatabase } from '../../functions/src/catalogue/sqlite/sqlite-database.ts';
import { sqliteCatalogue } from '../../functions/src/catalogue/sqlite/sqlite-catalogue.ts';
import { drawKeywords } from '../../functions/src/catalogue/testing/draw-keywords.ts';
import { AppError } from '../../functions/src/platform/app-error.ts';
import { answerQuestion } from '../../functions/src/search/answer-question.ts';
import { everydayWords, PLANTED, randomNumbers } from './bench-episodes.ts';
import { percentile } from './load/percentile.ts';

const RUNS = 9;
/** Of drawn queries so many are measured again, the dearest first. */
const MEASURED_AGAIN = 12;
const SEED = 11;
/** Of so many everyday words queries are made. */
const WORDS = 15;

export interface WorstCase {
  name: string;
  /** Median of processor time, milliseconds. */
  processorMs: number;
  /** How many it finds, or that it is ended before it begins. */
  outcome: string;
}

interface Query {
  keywords: string[];
  repeated: boolean;
}

/**
 * The processor time of searches as the product answers them: a common one first, to compare with; what
 * attackers have used; and the dearest of many drawn from the whole query language over everyday words, of
 * those that are answered and of those that are refused.
 */
export async function measureWorst(catalogue: SqliteDatabase, draws: number): Promise<WorstCase[]> {
  const everyday = everydayWords(WORDS);
  const cases = [
    await measure(catalogue, 'common word', { keywords: [PLANTED.common], repeated: false }),
  ];
  for (const [name, keywords] of Object.entries(attacks(everyday))) {
    cases.push(await measure(catalogue, name, { keywords, repeated: false }));
  }
  const random = randomNumbers(SEED);
  const words = [PLANTED.common, ...everyday, ...PLANTED.phrase.split(' '), PLANTED.rare];
  const drawn: (Query & Asked)[] = [];
  for (let turn = 0; turn < draws; turn += 1) {
    const query = { keywords: drawKeywords(random, words), repeated: random() < 0.2 };
    drawn.push({ ...query, ...(await ask(catalogue, query)) });
  }
  drawn.sort((left, right) => right.processorMs - left.processorMs);
  const answered = drawn.filter(({ found }) => found !== null);
  const refused = drawn.filter(({ found }) => found === null);
  cases.push(await dearest(catalogue, `dearest of ${answered.length} drawn, answered`, answered));
  cases.push(await dearest(catalogue, `dearest of ${refused.length} drawn, refused`, refused));
  return cases;
}

function attacks(everyday: readonly string[]): Record<string, string[]> {
  const [word = '', other = '', third = ''] = everyday;
  const row = (step: number) => (_: unknown, at: number) => everyday[(at * step) % WORDS] ?? '';
  const phrases = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) =>
      Array.from({ length }, (_, place) => everyday[(at + place * 7) % WORDS]).join(' '),
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
  catalogue: SqliteDatabase,
  name: string,
  drawn: readonly Query[],
): Promise<WorstCase> {
  let worst: WorstCase = { name, processorMs: 0, outcome: 'none' };
  for (const query of drawn.slice(0, MEASURED_AGAIN)) {
    const measured = await measure(catalogue, name, query);
    if (measured.processorMs > worst.processorMs) worst = measured;
  }
  return worst;
}

async function measure(catalogue: SqliteDatabase, name: string, query: Query): Promise<WorstCase> {
  const { found } = await ask(catalogue, query);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push((await ask(catalogue, query)).processorMs);
  times.sort((left, right) => left - right);
  const outcome = found === null ? 'ended before it begins' : `found ${found}`;
  return { name, processorMs: percentile(times, 0.5), outcome };
}

interface Asked {
  /** How many episodes are found; null where the search is ended for what it would cost. */
  found: number | null;
  /** Of all threads. */
  processorMs: number;
}

async function ask(catalogue: SqliteDatabase, query: Query): Promise<Asked> {
  const before = process.cpuUsage();
  const found = await answerQuestion(sqliteCatalogue(catalogue), {
    ...{ ...query, limit: MAX_EPISODES, totalLimit: MAX_TOTAL },
  }).then(
    ({ total }) => total,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'upstream-timeout') return null;
      throw error;
    },
  );
  const { user, system } = process.cpuUsage(before);
  return { found, processorMs: (user + system) / 1000 };
}
