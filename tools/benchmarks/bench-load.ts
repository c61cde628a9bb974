import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MINUTE_MS, type SearchRequest } from '../../functions/src/contract/index.ts';
import { catalogueProvider } from '../../functions/src/search/providers/catalogue-provider.ts';
import { createSearch } from '../../functions/src/search/search-episodes.ts';
import { testInstance } from '../instance/instance.ts';
import { LOOPBACK, readPortOffset } from '../instance/ports.ts';
import { readSettings } from '../instance/settings.ts';
import { optionsOf } from '../processes/command-line.ts';
import { functionsFrameworkTool, workspaceBuild } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { untilAnswers } from '../processes/until-answers.ts';
import { EPISODES_PER_FEED, generatedFeeds, PLANTED } from './bench-episodes.ts';
import { COMMANDS } from './command-lines.ts';
import { closedLoop, type LoadOutcome, type MakeRequest, openLoop } from './load/generate-load.ts';
import { openEngine } from './load/open-engine.ts';
import { createReport } from './report.ts';
import { storeFeed } from '../../functions/src/catalogue/store/store-feed.ts';

/**
 * Measures searches of 100 000 episodes at each layer: the catalogue alone and with the cache and queue of
 * searches, both in this process; then the function as it is deployed, in a process of its own. Each layer is
 * measured at saturation, the function also at a steady rate of requests.
 */

const { engine, seconds } = optionsOf(COMMANDS['bench-load']);

const EPISODES = 100_000;
const SEED = 20_261_121;
const CONNECTIONS = 50;
const CLIENTS = 1000;
const DURATION_MS = seconds * 1000;
const DAY_MINUTES = 24 * 60;
/**
 * Least searches a second over HTTP. A search takes 5 ms of CPU time (docs/costs.md says for what), so that one
 * core answers about 190 a second; the comparison with the last run shows slow growth.
 */
const LEAST_A_SECOND = 150;
/** Share of the measured capacity at which requests begin in the open loop. */
const OPEN_SHARE = 0.6;

const KEYWORDS = [PLANTED.rare, PLANTED.phrase, PLANTED.common, 'quantum', 'altman'];

const report = createReport(`load-${engine}`);
const startedAt = Date.now();

/** The first 72 000 requests are all different, so that none is answered from the one-minute cache. */
function differentRequest(index: number): SearchRequest {
  const keyword = KEYWORDS[index % KEYWORDS.length] ?? '';
  const minutesBack = Math.floor(index / KEYWORDS.length) % (10 * DAY_MINUTES);
  const startDate = startedAt - 24 * DAY_MINUTES * MINUTE_MS - minutesBack * MINUTE_MS;
  return { keywords: [keyword], language: 'English', startDate };
}

function sameRequest(index: number): SearchRequest {
  return { keywords: [KEYWORDS[index % KEYWORDS.length] ?? ''], language: 'English' };
}

/** Spreads requests over many client addresses, so that no client reaches the rate limit. */
const clientOf = (index: number) => `fd00:0:0:${(index % CLIENTS).toString(16)}::1`;

function overHttp(url: string, make: (index: number) => SearchRequest): MakeRequest {
  const agent = new Agent({ keepAlive: true });
  return (index) =>
    new Promise<boolean>((resolve, reject) => {
      const body = JSON.stringify(make(index));
      const headers = {
        'content-type': 'application/json',
        'content-length': body.length,
        'x-forwarded-for': clientOf(index),
      };
      const request = httpRequest(url, { method: 'POST', agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode === 200));
        answer.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
}

/**
 * Measures a layer at saturation. Only the rate is reported here, because the times are those of a queue that
 * is always full.
 */
async function saturate(layer: string, request: MakeRequest, atLeast?: number) {
  const outcome = await closedLoop(request, { connections: CONNECTIONS, durationMs: DURATION_MS });
  requireAnswers(layer, outcome);
  report.tell({
    name: layer,
    value: outcome.requestsPerSecond,
    unit: '/s',
    ...(atLeast !== undefined && { bar: { atLeast } }),
  });
  return outcome;
}

function requireAnswers(layer: string, { errors }: LoadOutcome): void {
  if (errors > 0) throw new Error(`${layer}: ${errors} requests were not answered with 200`);
}

/** Starts the function `search` as it is deployed, in a process of its own. */
async function serveSearch(catalogueUrl: string) {
  const build = workspaceBuild('functions', process.env);
  execFileSync(build.command, build.args, { cwd: REPOSITORY, stdio: 'ignore' });
  const port = String(
    testInstance(readPortOffset(readSettings(process.env)['EARSHOT_PORT_OFFSET'])).ports.web,
  );
  const { command, args } = functionsFrameworkTool('--source', 'functions', '--port', port);
  const watch = pathToFileURL(path.join(import.meta.dirname, 'load/watch-event-loop.js')).href;
  const server = spawn(command, ['--import', watch, ...args], {
    cwd: REPOSITORY,
    env: {
      ...process.env,
      CATALOGUE_URL: catalogueUrl,
      SEARCH_REQUESTS_PER_MINUTE: '100000000',
      FUNCTIONS_EMULATOR: 'true',
      FUNCTION_TARGET: 'search',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://${LOOPBACK}:${port}/`;
  // The function refuses GET with 405, which shows that it is up.
  await untilAnswers(url, ({ status }) => status === 405);
  return { url, server };
}

/** The longest stall of the server's event loop since the last call, milliseconds. */
async function longestStall(server: ChildProcess): Promise<number> {
  const answered = once(server, 'message');
  server.send('stall');
  const [{ stallMs }] = (await answered) as [{ stallMs: number }];
  return stallMs;
}

async function measureServer(catalogueUrl: string): Promise<void> {
  const { url, server } = await serveSearch(catalogueUrl);
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
    await longestStall(server);
    const even = await openLoop(request, { perSecond, durationMs: DURATION_MS });
    requireAnswers('open loop', even);
    const rate = `at ${perSecond.toFixed(0)} a second`;
    report.tell({ name: 'open loop, median', value: even.p50Ms, unit: 'ms', note: rate });
    const bar = { atMost: 50 };
    report.tell({ name: 'open loop, 99 of 100', value: even.p99Ms, unit: 'ms', bar });
    const value = await longestStall(server);
    report.tell({ name: 'open loop, longest stall of the event loop', value, unit: 'ms', bar });
  } finally {
    server.kill();
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
    // Code in this process reads the setting, too.
    process.env['CATALOGUE_URL'] = url;
    const provider = catalogueProvider(url, 'public');
    const search = createSearch({ provider, sizeOf: ({ json }) => json.byteLength });
    await saturate('catalogue, in this process', async (index) => {
      await provider.search(differentRequest(index), AbortSignal.timeout(DURATION_MS));
      return true;
    });
    await saturate('with the search’s policy and JSON', async (index) => {
      const asker = { client: clientOf(index) };
      return (await search(differentRequest(index), asker)).response.json.length > 0;
    });
    await measureServer(url);
  } finally {
    await close();
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-load-'));
try {
  await run(folder);
  report.end();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
