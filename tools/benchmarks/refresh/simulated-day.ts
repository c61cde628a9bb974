import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../../functions/src/contract/index.ts';
import { openWritablePostgres } from '../../../functions/src/catalogue/engines/postgres/writable-postgres.ts';
import {
  EARLY_MS,
  nextFetch,
  type Rhythm,
  rhythmOf,
} from '../../../functions/src/catalogue/queue/next-fetch.ts';
import {
  connectTo,
  startPostgres,
} from '../../../functions/src/catalogue/testing/test-postgres.ts';
import { episodesAt, isAway, listedAt, type ModelFeed, modelFeed } from './field-model.ts';
import type { Asked } from './field-worker.ts';
import { feedQueue, listFeeds } from '../../../functions/src/catalogue/queue/feed-queue.ts';

const STEP_MS = 3 * MINUTE_MS;
const WORKERS = 2;
const KILLS = 20;
/** Delay between sending a worker the time and killing it, milliseconds. */
const KILLED_AFTER_MS = 200;
/**
 * Simulated time after the day in which claims of killed workers expire and their feeds are asked,
 * milliseconds.
 */
const AFTER_MS = 15 * MINUTE_MS;

interface Seen {
  asked: number;
  twice: number;
  overShare: number;
  new: number;
  delaysMs: number[];
}

export interface SimulatedDay extends Seen {
  /** Number of the day's fetches, as predicted by the intervals alone. */
  predicted: number;
  /** Episodes in the catalogue at the end. */
  stored: number;
  /** The longest time that a due feed had waited at the end of a step. */
  lateMs: number;
  peakMib: number;
  processorS: number;
  tookS: number;
}

const script = (name: string) => path.join(import.meta.dirname, name);
const execArgv = ['--import', 'tsx'];

/**
 * Simulates a day in which two workers ask the feeds of the model in steps of three minutes, on a PostgreSQL
 * server of its own. A worker is killed at work twenty times.
 * @param hours Length of the day.
 */
export async function simulateDay(count: number, hours: number): Promise<SimulatedDay> {
  const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const server = await startPostgres({ shared_buffers: '256MB' });
  const host = fork(script('field-host.ts'), [`${count}`, `${startMs}`], { execArgv });
  const workers: ChildProcess[] = [];
  try {
    const [port] = (await once(host, 'message')) as [number];
    const origin = `http://127.0.0.1:${port}`;
    const feeds = Array.from({ length: count }, (_, at) => modelFeed(at, count, startMs));
    const catalogue = openWritablePostgres(server.url(), { password: undefined });
    await catalogue.write(() => listFeeds(feeds, startMs));
    await seed(server.url(), feeds, startMs);

    async function worker(): Promise<ChildProcess> {
      const child = fork(script('field-worker.ts'), [server.url(), origin], { execArgv });
      await once(child, 'message');
      return child;
    }
    for (let at = 0; at < WORKERS; at += 1) workers.push(await worker());

    const steps = Math.ceil((hours * 60 * MINUTE_MS) / STEP_MS);
    const killEvery = Math.max(1, Math.floor(steps / KILLS));
    const startedAt = performance.now();
    const day = { lateMs: 0, peakMib: 0, processorS: 0 };
    const spent = new Map<ChildProcess, number>();
    for (let step = 1; step <= steps + AFTER_MS / STEP_MS; step += 1) {
      const now = startMs + step * STEP_MS;
      await fetch(`${origin}/set?now=${now}`);
      const isKilled = step <= steps && step % killEvery === 0;
      const done = await Promise.all(
        workers.map((each, at) => ask(each, now, isKilled && at === step % WORKERS)),
      );
      for (const [at, each] of workers.entries()) {
        const asked = done[at];
        if (asked === null || asked === undefined) workers[at] = await worker();
        else {
          day.peakMib = Math.max(day.peakMib, asked.peakMib);
          spent.set(each, asked.processorS);
        }
      }
      if (step <= steps)
        day.lateMs = Math.max(day.lateMs, (await catalogue.read(() => feedQueue(now))).lateMs);
    }
    const seen = (await (await fetch(`${origin}/report`)).json()) as Seen;
    const { episodes: stored } = await catalogue.contents();
    await catalogue.close();
    return {
      ...seen,
      ...day,
      stored,
      predicted: predictedFetches(feeds, startMs, steps + AFTER_MS / STEP_MS),
      processorS: [...spent.values()].reduce((sum, seconds) => sum + seconds, 0),
      tookS: (performance.now() - startedAt) / 1000,
    };
  } finally {
    for (const each of workers) each.kill('SIGKILL');
    host.disconnect();
    await server.stop();
  }
}

/** A worker's report on a step; null if the worker was killed during it. */
async function ask(worker: ChildProcess, now: number, isKilled: boolean): Promise<Asked | null> {
  const listening = new AbortController();
  const { signal } = listening;
  try {
    const ended = once(worker, 'exit', { signal }).then(() => null);
    const answered = once(worker, 'message', { signal }).then(([asked]) => asked as Asked);
    // Only the first of the two promises is awaited; the other may reject when listening ends.
    ended.catch(() => undefined);
    answered.catch(() => undefined);
    worker.send(now);
    if (!isKilled) return await Promise.race([ended, answered]);
    await pause(KILLED_AFTER_MS);
    worker.kill('SIGKILL');
    return await ended;
  } finally {
    listening.abort();
  }
}

/** Stores feeds as if they had been read for months: with rhythm, validators and times. */
async function seed(url: string, feeds: readonly ModelFeed[], startMs: number): Promise<void> {
  const client = await connectTo(url);
  const rows = feeds.map((feed, at) => {
    const newestAtMs = feed.firstAtMs - feed.gapMs;
    const { intervalMs } = nextFetch({
      ...USUAL,
      gapMs: feed.gapMs,
      now: startMs,
      newestAtMs,
      hadNews: true,
      intervalMs: 0,
    });
    const nextMs = startMs + Math.round(intervalMs * ((at * 0.618) % 1));
    return [
      feed.url,
      feed.gapMs,
      newestAtMs,
      intervalMs,
      nextMs,
      feed.hasValidators ? '"0"' : null,
    ];
  });
  await client.query(
    `UPDATE feeds SET gap_ms = (value ->> 1)::bigint, newest_at_ms = (value ->> 2)::bigint,
       interval_ms = (value ->> 3)::bigint, next_fetch_at_ms = (value ->> 4)::bigint,
       etag = value ->> 5, last_fetch_at_ms = $2
     FROM jsonb_array_elements($1::jsonb) WHERE url = value ->> 0`,
    [JSON.stringify(rows), startMs - MINUTE_MS],
  );
  await client.query('ANALYZE feeds');
  await client.end();
}

/** A feed that nobody follows, without jitter. */
const USUAL = { followed: false, maxAgeMs: null, chance: 0.5 };

/** Number of fetches that the intervals predict if no fetch is late. */
function predictedFetches(feeds: readonly ModelFeed[], startMs: number, steps: number): number {
  let fetches = 0;
  for (const [at, feed] of feeds.entries()) {
    let rhythm: Rhythm = { gapMs: feed.gapMs, newestAtMs: feed.firstAtMs - feed.gapMs };
    let heard = 0;
    const first = { ...USUAL, ...rhythm, now: startMs, hadNews: true, intervalMs: 0 };
    let { intervalMs } = nextFetch(first);
    let nextMs = startMs + Math.round(intervalMs * ((at * 0.618) % 1));
    const stepOf = (ms: number) => Math.ceil((ms - EARLY_MS - startMs) / STEP_MS);
    for (let step = Math.max(1, stepOf(nextMs)); step <= steps;) {
      const now = startMs + step * STEP_MS;
      fetches += 1;
      if (isAway(feed, now)) nextMs = now + 15 * MINUTE_MS;
      else {
        const episodes = episodesAt(feed, now);
        const hadNews = episodes > heard;
        if (hadNews) rhythm = rhythmOf(listedAt(feed, now), now);
        const fetched = { ...USUAL, ...rhythm, now, hadNews, intervalMs };
        ({ intervalMs, nextFetchAtMs: nextMs } = nextFetch(fetched));
        heard = episodes;
      }
      step = Math.max(step + 1, stepOf(nextMs));
    }
  }
  return fetches;
}
