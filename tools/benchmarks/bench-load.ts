import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { optionsOf } from '../processes/command-line.ts';
import { workspaceBuild } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { compareLoad } from './compare-load.ts';
import { EPISODES_PER_FEED, generatedFeeds } from './bench-episodes.ts';
import { COMMANDS } from './command-lines.ts';
import { closedLoop, type LoadOutcome, type MakeRequest, openLoop } from './load/generate-load.ts';
import { openEngine } from './load/open-engine.ts';
import { differentRequest, overHttp, sameRequest } from './load/search-requests.ts';
import { serveFunction } from './serve-function.ts';
import { createReport } from './report.ts';
import { storeFeed } from '../../functions/src/catalogue/store/store-feed.ts';

/**
 * Measures searches of 100 000 episodes by the function as it is deployed, in a process of its own: at
 * saturation, and at a steady rate of requests.
 */

const { engine, seconds, against } = optionsOf(COMMANDS['bench-load']);

const EPISODES = 100_000;
const SEED = 20_261_121;
const CONNECTIONS = 50;
const DURATION_MS = seconds * 1000;
/**
 * Least searches a second over HTTP. A search takes 5 ms of CPU time (docs/costs.md says for what), so that one
 * core answers about 190 a second.
 */
const LEAST_A_SECOND = 150;
/** Share of the measured capacity at which requests begin in the open loop. */
const OPEN_SHARE = 0.6;

const report = createReport();
const startedAt = Date.now();

/**
 * Measures requests at saturation. Only the rate is reported here, because the times are those of a queue that
 * is always full.
 */
async function saturate(name: string, request: MakeRequest, atLeast?: number) {
  const outcome = await closedLoop(request, { connections: CONNECTIONS, durationMs: DURATION_MS });
  requireAnswers(name, outcome);
  report.tell({
    name,
    value: outcome.requestsPerSecond,
    unit: '/s',
    ...(atLeast !== undefined && { bar: { atLeast } }),
  });
  return outcome;
}

function requireAnswers(name: string, { errors }: LoadOutcome): void {
  if (errors > 0) throw new Error(`${name}: ${errors} requests were not answered with 200`);
}

async function measureServer(catalogueUrl: string): Promise<void> {
  const build = workspaceBuild('functions', process.env);
  execFileSync(build.command, build.args, { cwd: REPOSITORY, stdio: 'ignore' });
  const server = await serveFunction('search', REPOSITORY, { CATALOGUE_URL: catalogueUrl });
  const { url } = server;
  try {
    const request = overHttp(url, differentRequest);
    await closedLoop(request, { connections: CONNECTIONS, durationMs: DURATION_MS / 4 });
    const name = 'over HTTP, as deployed';
    const { requestsPerSecond, meanMs, maxMs } = await saturate(name, request, LEAST_A_SECOND);
    report.tell({
      name: 'at saturation, the longest wait in average waits',
      value: maxMs / meanMs,
      unit: 'x',
      bar: { atMost: 3 },
      note: `${meanMs.toFixed(0)} ms on average`,
    });
    await saturate('over HTTP, five searches from the minute’s cache', overHttp(url, sameRequest));
    const perSecond = OPEN_SHARE * requestsPerSecond;
    await server.usage();
    const even = await openLoop(request, { perSecond, durationMs: DURATION_MS });
    requireAnswers('open loop', even);
    const rate = `at ${perSecond.toFixed(0)} a second`;
    report.tell({ name: 'open loop, median', value: even.p50Ms, unit: 'ms', note: rate });
    const bar = { atMost: 50 };
    report.tell({ name: 'open loop, 99 of 100', value: even.p99Ms, unit: 'ms', bar });
    const { stallMs: value } = await server.usage();
    report.tell({ name: 'open loop, longest stall of the event loop', value, unit: 'ms', bar });
  } finally {
    await server.stop();
  }
}

async function run(folder: string): Promise<void> {
  const { url, catalogue, settle, close } = await openEngine(engine, folder);
  try {
    for (const feed of generatedFeeds(EPISODES / EPISODES_PER_FEED, SEED, startedAt)) {
      await catalogue.write(() => storeFeed(feed.url, feed.reading, startedAt));
    }
    await catalogue.finishRefresh(startedAt);
    await settle();
    await measureServer(url);
  } finally {
    await close();
  }
}

async function measureAll(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-load-'));
  try {
    await run(folder);
    report.end();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await (against === undefined ? measureAll() : compareLoad(against, DURATION_MS));
process.exit();
