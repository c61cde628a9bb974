import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WritableCatalogue } from '../../functions/src/catalogue/catalogue.ts';
import { COMMON_WORDS } from '../../functions/src/catalogue/engines/postgres/words/word-vector.ts';
import { HAS_POSTGRES } from '../../functions/src/catalogue/testing/test-postgres.ts';
import { MAX_EPISODES, MAX_TOTAL } from '../../functions/src/contract/index.ts';
import { AppError } from '../../functions/src/platform/app-error.ts';
import { EPISODES_PER_FEED, generatedFeeds, PLANTED } from './bench-episodes.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { openEngine } from './load/open-engine.ts';
import { percentile } from './load/generate-load.ts';

/**
 * Measures each engine with generated episodes: load rate, size and complete searches (episodes with
 * excerpts, and the total). Each search fetches all its pages; one fetches ten times as many episodes.
 * PostgreSQL runs on this machine with 1 GB of shared buffers, like a small managed server.
 */
const options = optionsOf(COMMANDS['bench-engines']);

const SEED = 20_261_121;
const WARM_UP_RUNS = 5;
const MIB = 1024 * 1024;
const P50_TARGET_MS = 20;
const P99_TARGET_MS = 100;

interface Search {
  name: string;
  keywords: string[];
  /** Largest number of episodes fetched; by default {@link MAX_EPISODES}, all the pages of a search. */
  limit?: number;
}

async function load(catalogue: WritableCatalogue, episodes: number, now: number) {
  let loadMs = 0;
  let show = '';
  const feeds = generatedFeeds(episodes / EPISODES_PER_FEED, SEED, now, COMMON_WORDS);
  for (const { url, reading } of feeds) {
    show = reading.show.title;
    const start = performance.now();
    await catalogue.storeFeed(url, reading, now);
    loadMs += performance.now() - start;
  }
  const start = performance.now();
  await catalogue.finishRefresh(now);
  return { perSecond: episodes / (loadMs / 1000), finishMs: performance.now() - start, show };
}

/** The outcome of a search, and the milliseconds of each run in ascending order. */
async function measure(catalogue: WritableCatalogue, { keywords, limit }: Search, runs: number) {
  const ask = () =>
    catalogue
      .query({ keywords, limit: limit ?? MAX_EPISODES, totalLimit: MAX_TOTAL })
      .then(({ total }) => String(total))
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'upstream-timeout') return 'refused';
        throw error;
      });
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await ask();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  return { found: await ask(), times: times.sort((left, right) => left - right) };
}

async function bench(name: string, episodes: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-engines-'));
  const engine = await openEngine(name, folder);
  try {
    const now = Date.now();
    const { perSecond, finishMs, show } = await load(engine.catalogue, episodes, now);
    const bytes = await engine.settle();
    console.log(
      `\n${name}, ${episodes} episodes: ${perSecond.toFixed(0)} episodes/s, ` +
        `then ${finishMs.toFixed(0)} ms; ${(bytes / MIB).toFixed(0)} MiB on disk`,
    );
    const searches: Search[] = [
      { name: 'rare word', keywords: [PLANTED.rare] },
      { name: 'common word', keywords: [PLANTED.common] },
      { name: 'middling word', keywords: ['quantum'] },
      { name: 'name of a show', keywords: [show] },
      { name: 'two-word phrase', keywords: [PLANTED.phrase] },
      { name: 'two words apart', keywords: ['altman quantum'] },
      {
        name: 'five entries',
        keywords: [PLANTED.rare, PLANTED.phrase, 'quantum', 'altman', PLANTED.common],
      },
      { name: 'absent word', keywords: ['zzyzxword'] },
      { name: 'two stop words', keywords: ['of the'] },
      { name: 'six stop words', keywords: ['and to the of a in'] },
      { name: 'ten times as many', keywords: [PLANTED.phrase], limit: MAX_TOTAL },
    ];
    for (const search of searches) {
      const { found, times } = await measure(engine.catalogue, search, options.runs);
      const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
      const reached = p50 < P50_TARGET_MS && p99 < P99_TARGET_MS;
      console.log(
        `  ${search.name.padEnd(18)} p50 ${p50.toFixed(2).padStart(8)} ms  p99 ${p99.toFixed(2).padStart(8)} ms` +
          `  found ${found.padStart(7)}  ${reached ? 'PASS' : 'MISS'}`,
      );
    }
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const episodes of options.episodes) {
  for (const engine of options.engines) {
    if (engine === 'postgres' && !HAS_POSTGRES) console.log('PostgreSQL is not installed here.');
    else await bench(engine, episodes);
  }
}
