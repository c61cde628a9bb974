import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  MAX_KEYWORDS,
  MAX_TOTAL,
  RESULTS_ASKED,
  SEARCH_SORTS,
} from '../../functions/src/contract/index.ts';
import type { CatalogueReader } from '../../functions/src/catalogue/catalogue.ts';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { sqliteReader } from '../../functions/src/catalogue/engines/sqlite/sqlite-catalogue.ts';
import { openWritablePostgres } from '../../functions/src/catalogue/engines/postgres/writable-postgres.ts';
import { copyCatalogue } from '../../functions/src/catalogue/testing/copy-catalogue.ts';
import {
  connectTo,
  HAS_POSTGRES,
  startPostgres,
} from '../../functions/src/catalogue/testing/test-postgres.ts';
import { AppError } from '../../functions/src/platform/app-error.ts';
import { tokensOf } from '../../functions/src/query/tokenize.ts';
import { answerQuery } from '../../functions/src/search/providers/catalogue-provider.ts';
import { PLANTED } from './bench-episodes.ts';
import { fillSpoken } from './bench-speech.ts';
import { medianOf, type Report } from './report.ts';

const SPOKEN = { episodes: 100_000, transcripts: 2_500 };
const RUNS = 9;
const SERVER_SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB', fsync: 'on' };
/** A search has two deadlines of 400 ms each; the rest of a search takes a fraction of that. */
const MAX_MS = 1000;
const WORDS = 15;

/** Phrases of everyday words, titles, names, questions, lists and every operator. */
export const REALISTIC_QUERIES: readonly string[][] = readFileSync(
  path.join(import.meta.dirname, 'realistic-queries.txt'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((typed) => typed.split(/\s*,\s*/));

/**
 * Measures the most expensive searches, and counts how many realistic queries are refused. The words of these queries
 * are the most frequent in the generated texts. Runs on SQLite, and on PostgreSQL if it is installed.
 */
export async function measureDearest(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-bench-'));
  try {
    const database = openSqliteFile(`file:${path.join(folder, 'spoken.db')}`);
    await fillSpoken(database, SPOKEN, frequentWords());
    const catalogue = sqliteReader(database);
    await measureIn('SQLite', catalogue, report);
    if (HAS_POSTGRES) await measureOnServer(catalogue, report);
    database.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function frequentWords(): string[] {
  const counts = new Map<string, number>();
  for (const word of REALISTIC_QUERIES.flat().flatMap(tokensOf)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

async function measureOnServer(from: CatalogueReader, report: Report): Promise<void> {
  const server = await startPostgres(SERVER_SETTINGS);
  const catalogue = openWritablePostgres(server.url(), { password: undefined });
  try {
    await copyCatalogue(from, catalogue);
    // A deployed server runs both by itself some time after loading.
    const client = await connectTo(server.url());
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    await client.end();
    await measureIn('PostgreSQL', catalogue, report);
  } finally {
    await catalogue.close();
    await server.stop();
  }
}

async function measureIn(
  engine: string,
  catalogue: CatalogueReader,
  report: Report,
): Promise<void> {
  for (const [name, keywords] of Object.entries(dearest(frequentWords().slice(0, WORDS)))) {
    const times: number[] = [];
    let outcome = '';
    for (let run = 0; run < RUNS; run += 1) {
      const { found, tookMs } = await ask(catalogue, { keywords });
      times.push(tookMs);
      outcome = found === null ? 'ended at its deadlines' : `found ${found}`;
    }
    const value = medianOf(times);
    const line = { name: `${engine}: ${name}`, value, unit: 'ms', note: outcome };
    report.add({ ...line, bar: { atMost: MAX_MS } });
  }
  const refused: string[] = [];
  let slowestMs = 0;
  for (const sort of SEARCH_SORTS) {
    for (const keywords of REALISTIC_QUERIES) {
      const { found, tookMs } = await ask(catalogue, { keywords, sort });
      if (found === null) refused.push(keywords.join());
      slowestMs = Math.max(slowestMs, tookMs);
    }
  }
  report.add({
    name: `${engine}: what people type, refused`,
    value: refused.length,
    unit: `of ${REALISTIC_QUERIES.length * SEARCH_SORTS.length}`,
    bar: { atMost: 0 },
    note: `slowest ${slowestMs.toFixed(0)} ms ${refused.slice(0, 5).join(' | ')}`,
  });
}

function dearest(everyday: readonly string[]): Record<string, string[]> {
  const [word = '', other = '', third = ''] = everyday;
  const phrases = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) =>
      Array.from({ length }, (_, index) => everyday[(at + index * 7) % WORDS]).join(' '),
    );
  return {
    'a common word, for comparison': [PLANTED.common],
    'a phrase found nowhere': [`${word} ${other} ${word} ${third}`],
    'a word without a repeated one': [`${word} -"${Array<string>(5).fill(word).join(' ')}"`],
    'a word without three everyday ones': [`${PLANTED.rare} -"${word} ${other} ${third}"`],
    'eleven phrases of two words, and -': [
      ...Array.from({ length: 11 }, (_, at) => everyday.slice(0, 2 + (at % 4)).join(' ')),
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

/** Returns the number of results as `found`, null if the search timed out. */
async function ask(
  catalogue: CatalogueReader,
  query: { keywords: string[]; sort?: (typeof SEARCH_SORTS)[number] },
): Promise<{ found: number | null; tookMs: number }> {
  const from = performance.now();
  const asked = { ...query, limit: RESULTS_ASKED, totalLimit: MAX_TOTAL };
  const found = await answerQuery(catalogue, asked).then(
    ({ total }) => total,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'upstream-timeout') return null;
      throw error;
    },
  );
  return { found, tookMs: performance.now() - from };
}
