import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAX_EPISODES, MINUTE_MS, type SearchRequest } from '../../functions/src/contract/index.ts';
import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { catalogueProvider } from '../../functions/src/search/providers/catalogue-provider.ts';
import { createSearch } from '../../functions/src/search/search-episodes.ts';
import { EPISODES_PER_FEED, generatedFeeds, PLANTED } from './bench-episodes.ts';
import { generateLoad, type LoadOutcome } from './load/generate-load.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { openEngine } from './load/open-engine.ts';
import { orExit } from '../processes/expected-failure.ts';
import { functionsFrameworkTool } from '../processes/node-program.ts';
import { LOOPBACK, readPortOffset } from '../instance/ports.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { testInstance } from '../instance/instance.ts';
import { startStack } from '../stack/stack.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { untilAnswers } from '../processes/until-answers.ts';

/**
 * Measures searches of 50 connections for 20 s at each layer, from the catalogue inside this process to
 * Hosting in front of the emulated function. The load generator runs in this process too.
 */

const options = optionsOf(COMMANDS['bench-load']);

const EPISODES = 100_000;
const SEED = 20_261_121;
const CONNECTIONS = 50;
const CLIENTS = 1000;
const DURATION_MS = 20_000;
const DAY_MINUTES = 24 * 60;

const KEYWORDS = [PLANTED.rare, PLANTED.phrase, PLANTED.common, 'quantum', 'altman'];

const run = orExit(() => testInstance(readPortOffset(process.env['EARSHOT_PORT_OFFSET'])));
const log = openRunLog(run.logFile, false);
const supervisor = createSupervisor(log);
const folder = mkdtempSync(path.join(tmpdir(), 'earshot-load-'));
supervisor.onStop(() => rmSync(folder, { recursive: true, force: true }));
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

function measure(request: (index: number) => Promise<boolean>): Promise<LoadOutcome> {
  return generateLoad({ connections: CONNECTIONS, durationMs: DURATION_MS, request });
}

/** Spreads requests over many client addresses, so that no client reaches the rate limit. */
const clientOf = (index: number) => `fd00:0:0:${(index % CLIENTS).toString(16)}::1`;

function overHttp(url: string, make: (index: number) => SearchRequest) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  return (index: number) =>
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

/** Raises the number of concurrent requests, so that all processes have started and loaded before the measurement. */
async function warmUp(request: (index: number) => Promise<boolean>): Promise<void> {
  for (let together = 5; together <= CONNECTIONS; together += 5) {
    await Promise.all(Array.from({ length: together }, (_, index) => request(index)));
  }
}

function report(layer: string, { errors, requestsPerSecond, p50Ms, p99Ms }: LoadOutcome): void {
  console.log(
    `${layer.padEnd(42)} ${requestsPerSecond.toFixed(0).padStart(6)}/s  ` +
      `p50 ${p50Ms.toFixed(1).padStart(7)} ms  p99 ${p99Ms.toFixed(1).padStart(7)} ms  errors ${errors}`,
  );
  if (errors > 0) process.exitCode = 1;
}

/** Fills a catalogue that is closed when this process stops. Returns its URL. */
async function fillCatalogue(): Promise<string> {
  const { url, catalogue, settle, close } = await openEngine(options.engine, folder);
  supervisor.onStop(close);
  const feeds = generatedFeeds(EPISODES / EPISODES_PER_FEED, SEED, startedAt);
  for (const feed of feeds) await catalogue.storeFeed(feed.url, feed.reading, startedAt);
  await catalogue.finishRefresh(startedAt);
  await settle();
  return url;
}

await runCommand(supervisor, 130, async () => {
  console.log(`Filling a catalogue (${options.engine}) with ${EPISODES} episodes …`);
  const catalogueUrl = await fillCatalogue();
  console.log(
    `${CONNECTIONS} connections, ${DURATION_MS / 1000} s each, up to ${MAX_EPISODES} episodes an answer:\n`,
  );

  // The catalogue's settings are read in this process, too.
  process.env['CATALOGUE_URL'] = catalogueUrl;
  const provider = catalogueProvider(catalogueUrl, 'public');
  const search = createSearch({ provider });
  const inProcess = async (request: SearchRequest) =>
    (await search(request, { client: `${Math.random()}` })).response.json.length > 0;
  report(
    'catalogue, in this process',
    await measure(async (index) => {
      await provider.search(differentRequest(index), AbortSignal.timeout(DURATION_MS));
      return true;
    }),
  );
  report('+ search policy and JSON', await measure((index) => inProcess(differentRequest(index))));

  const settings = {
    ...process.env,
    CATALOGUE_URL: catalogueUrl,
    SEARCH_REQUESTS_PER_MINUTE: '100000000',
  };
  const accounts = { kind: 'off', reason: 'nothing here needs them' } as const;
  await startStack({
    ...{ run, accounts, supervisor, log, settings, feeds: null },
    ...{ buildSite: false, keepData: false },
  });

  const port = String(run.ports.web);
  const alone = supervisor.start({
    name: 'search',
    ...functionsFrameworkTool('--source', 'functions', '--port', port),
    cwd: REPOSITORY,
    environment: { ...settings, FUNCTIONS_EMULATOR: 'true', FUNCTION_TARGET: 'search' },
  });
  const deployed = `http://${LOOPBACK}:${port}/`;
  // The function refuses GET with 405, which shows that it is up.
  await untilAnswers(deployed, ({ status }) => status === 405);
  await warmUp(overHttp(deployed, differentRequest));
  report('+ HTTP, one process as deployed', await measure(overHttp(deployed, differentRequest)));
  report(
    '  the same five searches (minute’s cache)',
    await measure(overHttp(deployed, sameRequest)),
  );
  await alone.stop();

  const emulated = `http://${LOOPBACK}:${run.ports.functions}/${run.projectId}/${REGION}/search`;
  console.log('  (the emulator starts a process for each connection; that is not counted)');
  await warmUp(overHttp(emulated, differentRequest));
  report('+ functions emulator', await measure(overHttp(emulated, differentRequest)));
  report(
    '+ hosting emulator',
    await measure(overHttp(`http://${LOOPBACK}:${run.ports.site}/api/search`, differentRequest)),
  );
  return process.exitCode === 1 ? 1 : 0;
});
