import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAX_TOTAL, RESULTS_ASKED } from '../../functions/src/contract/index.ts';
import type { CatalogueReader } from '../../functions/src/catalogue/catalogue.ts';
import { copyCatalogue } from '../../functions/src/catalogue/testing/copy-catalogue.ts';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import {
  sqliteCatalogue,
  sqliteReader,
} from '../../functions/src/catalogue/engines/sqlite/sqlite-catalogue.ts';
import { mergeIndex } from '../../functions/src/catalogue/engines/sqlite/writable-sqlite.ts';
import { querySqlite } from '../../functions/src/catalogue/engines/sqlite/search/sqlite-query.ts';
import { storeInSqlite } from '../../functions/src/catalogue/engines/sqlite/sqlite-store.ts';
import { HAS_POSTGRES } from '../../functions/src/catalogue/testing/test-postgres.ts';
import { EPISODES_PER_FEED, generatedFeeds, PLANTED } from './bench-episodes.ts';
import { measureRealistic, realisticWords } from './bench-realistic.ts';
import { fillSpoken } from './bench-speech.ts';
import { type Measured, measureWorst, processorMs } from './bench-worst.ts';
import { compareSearch } from './compare-search.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { openEngine } from './load/open-engine.ts';
import { percentile } from './load/generate-load.ts';
import { createReport } from './report.ts';

/**
 * Measures a catalogue of 100 000 generated episodes: load rate, size, memory and complete searches (as many
 * episodes as the site asks for, with highlights, and the total). Then measures the most expensive searches, also in a catalogue with
 * 2500 transcripts and, if installed, in PostgreSQL; last, what people type, in 100 000 episodes with as many
 * transcripts.
 */

const EPISODES = 100_000;
const SEED = 20_261_121;
const QUERY_RUNS = 400;
const WARM_UP_RUNS = 20;
const { queries: DRAWS, against } = optionsOf(COMMANDS['bench-search']);
const SPOKEN = { episodes: 20_000, transcripts: 2_500 };
const REALISTIC = { ...SPOKEN, episodes: EPISODES };
const MIB = 1024 * 1024;
/** Minimum of episodes loaded per second of CPU time; a new catalogue then takes about a minute. */
const LOADED_A_SECOND = 1500;
/**
 * Limit of the memory that loading and searches add to that before the catalogue was opened, MiB: page caches
 * of two connections, and garbage.
 */
const ADDED_MIB = 200;

/** An answer takes 2 ms as deployed (docs/costs.md), and half as much again here, where the loader keeps the names of functions. */
const ANSWER_MS = 6;
/** A search has two deadlines of 400 ms; what is between and behind them takes a fraction. */
const WORST_MS = 1000;

/** Keywords, and the limit of the median. The rare word is found in 22 episodes. */
const SEARCHES: readonly { name: string; keywords: string[]; atMost: number }[] = [
  { name: 'rare word', keywords: [PLANTED.rare], atMost: ANSWER_MS / 2 },
  { name: 'common word', keywords: [PLANTED.common], atMost: ANSWER_MS },
  { name: 'two-word phrase', keywords: [PLANTED.phrase], atMost: ANSWER_MS },
  {
    name: 'five entries',
    keywords: [PLANTED.rare, PLANTED.phrase, 'quantum', 'altman', PLANTED.common],
    atMost: ANSWER_MS,
  },
];

const report = createReport();

async function timed(runs: number, work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((left, right) => left - right);
}

/** Requires that each search, however composed, ends at its deadlines. */
async function reportWorst(where: string, measured: Measured): Promise<void> {
  for (const { name, tookMs, outcome } of await measureWorst(measured, DRAWS)) {
    report.tell({
      name: `worst in ${where}: ${name}`,
      value: tookMs,
      unit: 'ms',
      bar: { atMost: WORST_MS },
      note: outcome,
    });
  }
}

async function run(folder: string): Promise<void> {
  const now = Date.now();
  const residentMib = () => process.memoryUsage().rss / MIB;
  const before = residentMib();
  const catalogue = openSqliteFile(`file:${path.join(folder, 'catalogue.db')}`);
  let loadMs = 0;
  for (const { url, reading } of generatedFeeds(EPISODES / EPISODES_PER_FEED, SEED, now)) {
    const start = processorMs();
    storeInSqlite(catalogue, url, reading, now);
    loadMs += processorMs() - start;
  }
  const rate = EPISODES / (loadMs / 1000);
  report.tell({
    name: 'loading',
    value: rate,
    unit: 'episodes/s',
    bar: { atLeast: LOADED_A_SECOND },
  });

  const [mergeMs = 0] = await timed(1, () => mergeIndex(catalogue));
  report.tell({ name: 'merging the index, once a refresh', value: mergeMs, unit: 'ms' });

  for (const { name, keywords, atMost } of SEARCHES) {
    const asked = { keywords, startDateMs: 0, limit: RESULTS_ASKED, totalLimit: MAX_TOTAL };
    const query = () => querySqlite(catalogue, asked);
    await timed(WARM_UP_RUNS, query);
    const { total } = await query();
    const times = await timed(QUERY_RUNS, query);
    const note = `p99 ${percentile(times, 0.99).toFixed(2)} ms, found ${total}`;
    report.tell({ name, value: percentile(times, 0.5), unit: 'ms', bar: { atMost }, note });
  }
  const addedMib = residentMib() - before;
  const sizeMib =
    readdirSync(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0) /
    MIB;
  report.tell({ name: 'size on disk', value: sizeMib, unit: 'MiB' });
  report.tell({ name: 'memory', value: addedMib, unit: 'MiB', bar: { atMost: ADDED_MIB } });

  await reportWorst('notes', { catalogue: sqliteCatalogue(catalogue), nowMs: processorMs });
  catalogue.close();
}

async function runSpoken(folder: string): Promise<void> {
  const database = openSqliteFile(`file:${path.join(folder, 'spoken.db')}`);
  await fillSpoken(database, SPOKEN);
  const catalogue = sqliteReader(database);
  await reportWorst('speech', { catalogue, nowMs: processorMs });
  if (HAS_POSTGRES) await onServer(catalogue, reportWorst);
  database.close();
}

/** Requires that no query that people would type is refused. */
async function reportRealistic(where: string, measured: Measured): Promise<void> {
  const { asked, refused, narrowed, slowestMs } = await measureRealistic(measured);
  report.tell({
    name: `${where}: what people type, refused`,
    value: refused.length,
    unit: `of ${asked}`,
    bar: { atMost: 0 },
    note: `of fewer days ${narrowed}, slowest ${slowestMs.toFixed(0)} ms ${refused.slice(0, 5).join(' | ')}`,
  });
}

async function runRealistic(folder: string): Promise<void> {
  const database = openSqliteFile(`file:${path.join(folder, 'typed.db')}`);
  await fillSpoken(database, REALISTIC, realisticWords());
  const catalogue = sqliteReader(database);
  await reportRealistic('sqlite', { catalogue, nowMs: processorMs });
  if (HAS_POSTGRES) await onServer(catalogue, reportRealistic);
  database.close();
}

async function onServer(from: CatalogueReader, tell: typeof reportWorst): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-bench-'));
  const { catalogue, settle, close } = await openEngine('postgres', folder);
  try {
    await copyCatalogue(from, catalogue);
    await settle();
    // The server's CPU time is unknown to this process, so wall-clock time is measured.
    await tell('postgres', { catalogue, nowMs: () => performance.now() });
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-bench-'));
  try {
    await run(folder);
    await runSpoken(folder);
    await runRealistic(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  report.end();
}

await (against === undefined ? measureAll() : compareSearch(against));
