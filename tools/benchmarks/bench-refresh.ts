import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MINUTE_MS } from '../../functions/src/contract/index.ts';
import type { WritableCatalogue } from '../../functions/src/catalogue/catalogue.ts';
import { openWritableSqlite } from '../../functions/src/catalogue/engines/sqlite/writable-sqlite.ts';
import { refreshCatalogue } from '../../functions/src/refresh/refresh-catalogue.ts';
import { RETENTION_MS } from '../../functions/src/catalogue/items/retention.ts';
import { fetchFeed } from '../../functions/src/feeds/fetch/fetch-feed.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { percentile } from './load/generate-load.ts';
import { createReport } from './report.ts';
import { simulateDay } from './refresh/simulated-day.ts';

const { feeds: count, runs, server, hours } = optionsOf(COMMANDS['bench-refresh']);

const RUN_EVERY_MS = 15 * MINUTE_MS;
/** Feeds of one host, on average. */
const FEEDS_A_HOST = 20;
/** Every third feed is on the same host, as in reality. */
const GIANT_SHARE = 3;

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-bench-'));
// The host runs in a process of its own, so that its CPU time is not counted as the refresh's.
const host = fork(path.join(import.meta.dirname, 'refresh/feed-host.ts'), {
  execArgv: ['--import', 'tsx'],
});
const [port] = (await once(host, 'message')) as [number];
const origin = `http://127.0.0.1:${port}`;
let now = Date.now();
const report = createReport('refresh');

function set(manner: Record<string, number>): Promise<Response> {
  const address = new URL('/set', origin);
  for (const [name, value] of Object.entries(manner)) address.searchParams.set(name, `${value}`);
  return fetch(address);
}

/** Feeds whose host names differ, although one server answers for all of them. */
const feedsOn = (feeds: number, hostOf: (feed: number) => number) =>
  Array.from({ length: feeds }, (_, feed) => ({
    url: `http://host${hostOf(feed)}.example/${feed}`,
  }));

async function refresh(
  catalogue: WritableCatalogue,
  feeds: { url: string }[],
  { stopAfterMs, everyFeed = false }: { stopAfterMs?: number; everyFeed?: boolean } = {},
) {
  now += RUN_EVERY_MS;
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const summary = await refreshCatalogue({
    catalogue,
    feeds,
    now,
    everyFeed,
    ...(stopAfterMs !== undefined && { signal: AbortSignal.timeout(stopAfterMs) }),
    readFile: () => Promise.reject(new Error('no files here')),
    readFeed: (...fetched) => readFeed(...fetched, now - RETENTION_MS),
    fetchFeed: (url, validators, signal) =>
      fetchFeed(`${origin}${new URL(url).pathname}`, validators, {
        allowPrivate: () => true,
        ...(signal && { signal }),
      }),
  });
  const { user, system } = process.cpuUsage(before);
  return {
    ...summary,
    processorS: (user + system) / 1_000_000,
    tookS: (performance.now() - startedAt) / 1000,
  };
}

const open = (name: string) => openWritableSqlite(`file:${path.join(folder, name)}`);

/** Measures a list with more feeds than one run can ask. */
async function measureLongList(latencyMs: number, stopAfterMs: number, times: number) {
  const catalogue = open(`long-${latencyMs}.db`);
  const feeds = feedsOn(600, (feed) => feed % 3);
  const asked = new Map(feeds.map(({ url }) => [url, { runs: 0, last: 0, gap: 0 }]));
  await set({ latencyMs: 0 });
  await refresh(catalogue, feeds);
  await set({ latencyMs });
  for (let run = 1; run <= times; run += 1) {
    const { reports } = await refresh(catalogue, feeds, { stopAfterMs });
    for (const { feed, status } of reports) {
      const known = asked.get(feed);
      if (known === undefined || status === 'not-reached') continue;
      known.gap = Math.max(known.gap, run - known.last);
      Object.assign(known, { runs: known.runs + 1, last: run });
    }
  }
  await catalogue.close();
  const all = [...asked.values()];
  const never = all.filter((feed) => feed.runs === 0).length;
  const gap = Math.max(...all.map((feed) => Math.max(feed.gap, times - feed.last)));
  const what = `600 feeds of 3 hosts at ${latencyMs} ms`;
  report.tell({ name: `${what}: never asked`, value: never, unit: 'feeds', bar: { atMost: 0 } });
  report.tell({ name: `${what}: longest gap`, value: gap, unit: 'runs', bar: { atMost: 4 } });
}

/** Measures the CPU time of many feeds with few or no new episodes. */
async function measureProcessor() {
  const catalogue = open('many.db');
  const feeds = feedsOn(count, (feed) =>
    feed % GIANT_SHARE === 0 ? 0 : 1 + (feed % Math.ceil(count / FEEDS_A_HOST)),
  );
  const most = (seconds: number) => (seconds * count) / 10_000;
  await set({ latencyMs: 20 });
  const first = await refresh(catalogue, feeds, { everyFeed: true });
  report.tell({
    name: `${count} feeds, the first time`,
    value: first.processorS,
    unit: 's of CPU',
    note: `${first.new} episodes`,
  });
  const measure = async (what: string, seconds: number, manner: Record<string, number>) => {
    await set(manner);
    const { processorS, tookS, new: added } = await refresh(catalogue, feeds, { everyFeed: true });
    report.tell({
      name: what,
      value: processorS,
      unit: 's of CPU',
      bar: { atMost: most(seconds) },
      note: `${tookS.toFixed(0)} s, ${added} new`,
    });
  };
  await measure(`${count} feeds, all answer 304`, 6, {});
  await measure(`${count} feeds, 5 % changed`, 25, { changed: 20, version: 2 });
  await measure(`${count} feeds, a tenth of them failing`, 10, { failing: 10 });
  await set({ failing: 0, validators: 0, changed: 0 });
  await refresh(catalogue, feeds, { everyFeed: true });
  await measure(`${count} feeds, the same bytes without validators`, 20, {});
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  report.tell({ name: 'memory', value: megabytes, unit: 'MiB', bar: { atMost: 512 } });
  await catalogue.close();
}

/** Measures a day with many feeds on a PostgreSQL server. */
async function measureDay() {
  const day = await simulateDay(server, hours);
  const what = `${server} feeds, ${hours} hours`;
  const tell = (name: string, value: number, unit: string, atMost?: number) =>
    report.tell({
      name: `${what}: ${name}`,
      value,
      unit,
      ...(atMost !== undefined && { bar: { atMost } }),
    });
  tell('asked beside what the intervals say', Math.abs(day.asked / day.predicted - 1), '', 0.1);
  tell('asked twice at once', day.twice, 'feeds', 0);
  tell('asked above the share', day.overShare, 'hosts', 0);
  tell('not stored once after 20 kills', Math.abs(day.new - day.stored), 'episodes', 0);
  tell('latest feed', day.lateMs / MINUTE_MS, 'min', 9);
  tell('memory of a worker', day.peakMib, 'MiB', 512);
  const delays = day.delaysMs.sort((left, right) => left - right);
  for (const share of [0.5, 0.9, 0.99]) {
    const delayMs = percentile(delays, share);
    tell(`from publication to the catalogue, ${share * 100} %`, delayMs / MINUTE_MS, 'min');
  }
  tell('processor of the workers', day.processorS, 's of CPU');
}

try {
  if (server > 0) await measureDay();
  await measureLongList(250, 10_000, 5);
  await measureLongList(25, 1_000, runs);
  await measureProcessor();
} finally {
  host.disconnect();
  rmSync(folder, { recursive: true, force: true });
}
report.end();
