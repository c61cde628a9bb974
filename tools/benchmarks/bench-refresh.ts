import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MINUTE_MS } from '../../functions/src/contract/index.ts';
import type { WritableCatalogue } from '../../functions/src/catalogue/catalogue.ts';
import { openWritableSqlite } from '../../functions/src/catalogue/engines/sqlite/writable-sqlite.ts';
import { refreshCatalogue } from '../../functions/src/catalogue/refresh/refresh-catalogue.ts';
import { RETENTION_MS } from '../../functions/src/catalogue/retention.ts';
import { fetchFeed } from '../../functions/src/feeds/fetch/fetch-feed.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { simulateDay } from './refresh/simulated-day.ts';

const { feeds: count, runs, server, hours } = optionsOf(COMMANDS['bench-refresh']);

const RUN_EVERY_MS = 15 * MINUTE_MS;
/** Feeds of one host, on average. */
const FEEDS_A_HOST = 20;
/** A third of the feeds are on one host, as in the field. */
const GIANT_SHARE = 3;

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-bench-'));
// The host's processor time is not the refresher's.
const host = fork(path.join(import.meta.dirname, 'refresh/feed-host.ts'), {
  execArgv: ['--import', 'tsx'],
});
const [port] = (await once(host, 'message')) as [number];
const origin = `http://127.0.0.1:${port}`;
let now = Date.now();
let missed = 0;

function set(manner: Record<string, number>): Promise<Response> {
  const address = new URL('/set', origin);
  for (const [name, value] of Object.entries(manner)) address.searchParams.set(name, `${value}`);
  return fetch(address);
}

/** The feeds of so many hosts; the names lead to the one host there is. */
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
    ...{ catalogue, feeds, now, everyFeed },
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

function tell(what: string, measured: string, passes: boolean): void {
  if (!passes) missed += 1;
  console.log(`${what.padEnd(66)} ${measured.padStart(28)}  ${passes ? 'PASS' : 'MISS'}`);
}

const open = (name: string) => openWritableSqlite(`file:${path.join(folder, name)}`);

/** A list too long for one run. */
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
  const what = `600 feeds of 3 hosts at ${latencyMs} ms, stop after ${stopAfterMs / 1000} s, ${times} runs`;
  tell(what, `${never} never asked, gap ${gap} runs`, never === 0 && gap <= 4);
}

/** What many feeds cost that bring nothing, or a little. */
async function measureProcessor() {
  const catalogue = open('many.db');
  const feeds = feedsOn(count, (feed) =>
    feed % GIANT_SHARE === 0 ? 0 : 1 + (feed % Math.ceil(count / FEEDS_A_HOST)),
  );
  const most = (seconds: number) => (seconds * count) / 10_000;
  await set({ latencyMs: 20 });
  const first = await refresh(catalogue, feeds, { everyFeed: true });
  console.log(
    `first time: ${first.new} episodes of ${count} feeds, ${first.processorS.toFixed(1)} s of processor`,
  );
  const measure = async (what: string, seconds: number, manner: Record<string, number>) => {
    await set(manner);
    const { processorS, tookS, new: added } = await refresh(catalogue, feeds, { everyFeed: true });
    const measured = `${processorS.toFixed(1)} s (${tookS.toFixed(0)} s), ${added} new`;
    tell(
      `${what}, at most ${most(seconds).toFixed(1)} s of processor`,
      measured,
      processorS <= most(seconds),
    );
  };
  await measure(`${count} feeds, all answer 304`, 6, {});
  await measure(`${count} feeds, 5 % changed`, 25, { changed: 20, version: 2 });
  await measure(`${count} feeds, a tenth of them failing`, 10, { failing: 10 });
  await set({ failing: 0, validators: 0, changed: 0 });
  await refresh(catalogue, feeds, { everyFeed: true });
  await measure(`${count} feeds, the same bytes without validators`, 20, {});
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  tell('memory at most 512 MiB', `${megabytes} MiB`, megabytes <= 512);
  await catalogue.close();
}

/** A day of many feeds, on a server. */
async function measureDay() {
  const day = await simulateDay(server, hours);
  const ratio = day.asked / day.predicted;
  const delays = day.delaysMs.sort((left, right) => left - right);
  const delay = (part: number) =>
    `${Math.round((delays[Math.floor(part * delays.length)] ?? 0) / MINUTE_MS)} min`;
  const what = `${server} feeds on a server, ${hours} simulated hours`;
  tell(
    `${what}: asked as the intervals say`,
    `${day.asked} of ${day.predicted}`,
    Math.abs(ratio - 1) < 0.1,
  );
  tell('no feed asked twice at once', `${day.twice} times`, day.twice === 0);
  tell('no host asked above its share', `${day.overShare} times`, day.overShare === 0);
  tell(
    'after 20 kills every episode stored once',
    `${day.stored} of ${day.new}`,
    day.stored === day.new,
  );
  tell(
    'no feed late by more than a lease and a step',
    `${Math.round(day.lateMs / MINUTE_MS)} min`,
    day.lateMs < 9 * MINUTE_MS,
  );
  tell('memory of a worker at most 512 MiB', `${day.peakMib} MiB`, day.peakMib <= 512);
  console.log(
    `from publication to the catalogue: half within ${delay(0.5)}, 90 % ${delay(0.9)}, 99 % ${delay(0.99)}; ` +
      `${day.processorS.toFixed(0)} s of the workers' processor, ${day.tookS.toFixed(0)} s in all`,
  );
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
process.exitCode = missed === 0 ? 0 : 1;
