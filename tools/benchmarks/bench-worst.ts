import { MAX_EPISODES, MAX_KEYWORDS, MAX_TOTAL } from '../../functions/src/contract/index.ts';
import type { SqliteDatabase } from '../../functions/src/catalogue/sqlite/sqlite-database.ts';
import { querySqlite } from '../../functions/src/catalogue/sqlite/sqlite-query.ts';
import { AppError } from '../../functions/src/platform/app-error.ts';
import { everydayWords, PLANTED, randomNumbers } from './bench-episodes.ts';
import { percentile } from './load/percentile.ts';

const RUNS = 9;
const TRIES = 60;
const SEED = 11;
/** Of so many everyday words the dearest searches are made. */
const WORDS = 15;

export interface WorstCase {
  name: string;
  /** Median of processor time, milliseconds. */
  processorMs: number;
  /** How many it finds, or that it is ended before it begins. */
  outcome: string;
}

function timesOf(words: string, times: number): string {
  return Array<string>(times).fill(words).join(' ');
}

/**
 * The dearest searches: what an attacker once stopped the instances with, the most words a search may
 * have, and the dearest of many that are answered, made of everyday words in phrases that are seldom
 * or nowhere said; then what the language adds. First of all a common search, to compare them with.
 */
export function measureWorst(catalogue: SqliteDatabase): WorstCase[] {
  const everyday = everydayWords(WORDS);
  const fromThe = (count: number) => timesOf(PLANTED.common, count);
  const most = Array.from({ length: 3 }, (_, at) => fromThe(20 - at));
  const triples = Array.from({ length: MAX_KEYWORDS }, (_, at) =>
    [0, 7, 3].map((step) => everyday[(at + step) % WORDS]).join(' '),
  );
  const attack = Array.from({ length: MAX_KEYWORDS }, (_, at) => fromThe(31 + at));
  return [
    measure(catalogue, 'common word', [PLANTED.common]),
    measure(catalogue, '20 times 31 to 50 words (refused)', attack),
    measure(catalogue, '3 phrases of 20 words', most),
    measure(catalogue, '20 phrases of 3 words', triples),
    dearestAnswered(catalogue, everyday),
    ...QUESTIONS.map(({ name, keywordsOf }) => measure(catalogue, name, keywordsOf(everyday))),
  ];
}

const QUESTIONS: readonly { name: string; keywordsOf: (words: readonly string[]) => string[] }[] = [
  { name: 'a word with any ending', keywordsOf: ([word = '']) => [`${word.slice(0, 3)}*`] },
  {
    name: 'every word with any ending',
    keywordsOf: (words) => words.map((word) => `${word.slice(0, 3)}*`),
  },
  { name: 'all everyday words together', keywordsOf: (words) => words.map((word) => `+${word}`) },
  {
    name: 'one without the others',
    keywordsOf: ([word = '', ...others]) => [word, ...others.map((other) => `-${other}`)],
  },
  { name: 'one without itself', keywordsOf: ([word = '']) => [word, `-${word}`] },
  { name: 'in no title of a show', keywordsOf: ([word = '']) => [word, `-title:${word} -show:a*`] },
];

function dearestAnswered(catalogue: SqliteDatabase, everyday: readonly string[]): WorstCase {
  const random = randomNumbers(SEED);
  const draw = (length: number) =>
    Array.from({ length }, () => everyday[Math.floor(random() * WORDS)]).join(' ');
  let dearest: WorstCase | undefined;
  for (let turn = 0; turn < TRIES; turn += 1) {
    const length = 2 + (turn % 6);
    const keywords: string[] = [];
    for (
      let next = [draw(length)];
      isAnswered(catalogue, next);
      next = [...keywords, draw(length)]
    ) {
      keywords.splice(0, keywords.length, ...next);
      if (keywords.length === MAX_KEYWORDS) break;
    }
    const measured = measure(catalogue, 'the dearest that is answered', keywords, 3);
    if (dearest === undefined || measured.processorMs > dearest.processorMs) dearest = measured;
  }
  if (dearest === undefined) throw new Error('Nothing was measured');
  return dearest;
}

function isAnswered(catalogue: SqliteDatabase, keywords: readonly string[]): boolean {
  return typeof ask(catalogue, keywords) === 'number';
}

function measure(
  catalogue: SqliteDatabase,
  name: string,
  keywords: readonly string[],
  runs = RUNS,
): WorstCase {
  const found = ask(catalogue, keywords);
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    ask(catalogue, keywords);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((left, right) => left - right);
  return {
    name,
    processorMs: percentile(times, 0.5),
    outcome: found === null ? 'ended before it begins' : `found ${found}`,
  };
}

/** How many episodes are found; null where the search is ended for what it would cost. */
function ask(catalogue: SqliteDatabase, keywords: readonly string[]): number | null {
  try {
    return querySqlite(catalogue, { keywords, limit: MAX_EPISODES, totalLimit: MAX_TOTAL }).total;
  } catch (error) {
    if (error instanceof AppError && error.code === 'upstream-timeout') return null;
    throw error;
  }
}
