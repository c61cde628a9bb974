import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { storeInSqlite } from '../../functions/src/catalogue/engines/sqlite/sqlite-store.ts';
import { type CreateRenderer, readSearchAnswer } from '../../functions/src/contract/index.ts';
import { catalogueProvider } from '../../functions/src/search/providers/catalogue-provider.ts';
import { EPISODES_PER_FEED, generatedFeeds } from './bench-episodes.ts';
import { generateLoad, percentile } from './load/generate-load.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { orExit } from '../processes/expected-failure.ts';
import { functionsFrameworkTool, workspaceBuild } from '../processes/node-program.ts';
import { LOOPBACK, readPortOffset } from '../instance/ports.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { testInstance } from '../instance/instance.ts';
import { step } from '../processes/steps.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { untilAnswers } from '../processes/until-answers.ts';

/**
 * Measures one instance of the function `pages`, in the deployed server and bundle, with 100 000 episodes: the time
 * to its first page, then the rate of each kind of page, rendered anew and from the one-minute cache. Finally
 * splits a page's rendering time into its parts. The load generator runs on the same machine.
 */

const EPISODES = 100_000;
const SEED = 20_261_122;
const COLD_STARTS = 5;
const PROBE_EVERY_MS = 10;
const CONNECTIONS = 8;
const DURATION_MS = 8_000;
const PART_RUNS = 60;

/** Word ranks for the names of the pages, chosen so that each name is in several hundred episodes. */
const RANKS: Readonly<Record<string, number>> = { ai: 60, openai: 1_500, anthropic: 2_500 };

/** One URL for each kind of page. `kept` marks pages that the one-minute cache holds. */
const KINDS: readonly { name: string; address: (index: number) => string; kept: boolean }[] = [
  { name: 'entity', address: () => '/company/openai', kept: true },
  { name: 'hub', address: () => '/topics/ai-machine-learning', kept: true },
  // The search result comes from the one-minute cache, so that only rendering is measured.
  { name: 'trend, not listed', address: () => '/trends/openai', kept: false },
  { name: 'search', address: (index) => `/?q=openai,word${index}`, kept: false },
];

optionsOf(COMMANDS['bench-pages']);
const run = orExit(() => testInstance(readPortOffset(process.env['EARSHOT_PORT_OFFSET'])));
const log = openRunLog(run.logFile, false);
const supervisor = createSupervisor(log);
const folder = mkdtempSync(path.join(tmpdir(), 'earshot-pages-'));
supervisor.onStop(() => rmSync(folder, { recursive: true, force: true }));
const catalogueUrl = `file:${path.join(folder, 'catalogue.db')}`;
const site = path.join(REPOSITORY, 'functions/lib/site');
const address = `http://${LOOPBACK}:${run.ports.web}`;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function fillCatalogue(): void {
  const commonest: string[] = [];
  for (const [word, rank] of Object.entries(RANKS)) commonest[rank] = word;
  const now = Date.now();
  const catalogue = openSqliteFile(catalogueUrl);
  for (const { url, reading } of generatedFeeds(
    EPISODES / EPISODES_PER_FEED,
    SEED,
    now,
    commonest,
  )) {
    storeInSqlite(catalogue, url, reading, now);
  }
  catalogue.close();
}

/** The length of the gzipped body in bytes. Rejects if the status is not 200. */
function get(page: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip' };
    const request = httpRequest(address + page, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${page} answered ${answer.statusCode}`));
      });
    });
    request.on('error', reject);
    request.end();
  });
}

function startInstance() {
  return supervisor.start({
    name: 'pages',
    ...functionsFrameworkTool('--source', 'functions', '--port', String(run.ports.web)),
    cwd: REPOSITORY,
    environment: {
      ...process.env,
      NODE_ENV: 'production',
      CATALOGUE_URL: catalogueUrl,
      SEARCH_REQUESTS_PER_MINUTE: '100000000',
      // There is no Firestore here for the rate limits.
      RATE_LIMIT_STORE: 'memory',
      FUNCTION_TARGET: 'pages',
    },
  });
}

/** Milliseconds from the process's start until it listens, and from then until its first page is complete. */
async function coldStart(): Promise<{ listensMs: number; firstPageMs: number }> {
  const startedAt = performance.now();
  const instance = startInstance();
  for (;;) {
    const askedAt = performance.now();
    const bytes = await get('/company/openai').catch(() => 0);
    if (bytes > 0) {
      const firstPageMs = performance.now() - askedAt;
      await instance.stop();
      return { listensMs: askedAt - startedAt, firstPageMs };
    }
    await delay(PROBE_EVERY_MS);
  }
}

const median = (numbers: number[]) =>
  percentile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  );

async function reportColdStarts(): Promise<void> {
  const starts = [];
  for (let start = 0; start < COLD_STARTS; start += 1) starts.push(await coldStart());
  const listens = median(starts.map(({ listensMs }) => listensMs));
  const first = median(starts.map(({ firstPageMs }) => firstPageMs));
  console.log(
    `cold start         the server listens after ${listens.toFixed(0)} ms, ` +
      `its first page takes ${first.toFixed(0)} ms more (medians of ${COLD_STARTS})`,
  );
}

async function reportKind({ name, address: pageOf, kept }: (typeof KINDS)[number]): Promise<void> {
  const bytes = await get(pageOf(0));
  const { requestsPerSecond, p50Ms, p99Ms, errors } = await generateLoad({
    connections: CONNECTIONS,
    durationMs: DURATION_MS,
    request: async (index) => (await get(pageOf(index))) > 0,
  });
  console.log(
    `${name.padEnd(18)} ${requestsPerSecond.toFixed(0).padStart(5)} pages/s  ` +
      `p50 ${p50Ms.toFixed(1).padStart(6)} ms  p99 ${p99Ms.toFixed(1).padStart(6)} ms  ` +
      `${(bytes / 1000).toFixed(1)} kB compressed  ${kept ? 'from the minute’s copy' : 'made anew'}  ` +
      `errors ${errors}`,
  );
  if (errors > 0) process.exitCode = 1;
}

/** Prints the median time of each part of a page's rendering, without concurrent requests. */
async function reportParts(): Promise<void> {
  const program: unknown = await import(pathToFileURL(path.join(site, 'renderer.mjs')).href);
  const { createRenderer } = program as { createRenderer: CreateRenderer };
  const renderer = createRenderer(readFileSync(path.join(site, 'template.html'), 'utf8'));
  const provider = catalogueProvider(catalogueUrl, 'public');
  for (const page of ['/company/openai', '/topics/ai-machine-learning', '/?q=openai']) {
    const { pathname, search: query } = new URL(page, address);
    const parts: Record<'search' | 'React' | 'compression', number[]> = {
      search: [],
      React: [],
      compression: [],
    };
    for (let runs = 0; runs < PART_RUNS; runs += 1) {
      const plan = renderer.plan(pathname, query, Date.now());
      if (!plan?.search) throw new Error(`${page} searches for nothing`);
      const begin = performance.now();
      const { json } = await provider.search(plan.search, AbortSignal.timeout(DURATION_MS));
      const answer = readSearchAnswer(JSON.parse(new TextDecoder().decode(json)));
      const found = performance.now();
      const results = { ...answer, foundAtMs: Date.now(), refusedWith: null };
      const html = await renderer.render(plan.key, results);
      const rendered = performance.now();
      gzipSync(html);
      parts.search.push(found - begin);
      parts.React.push(rendered - found);
      parts.compression.push(performance.now() - rendered);
    }
    const times = Object.entries(parts).map(([part, ms]) => [part, median(ms)] as const);
    const sum = times.reduce((total, [, ms]) => total + ms, 0);
    const shares = times.map(
      ([part, ms]) => `${part} ${ms.toFixed(1)} ms (${Math.round((100 * ms) / sum)} %)`,
    );
    console.log(`${page.padEnd(28)} ${shares.join(', ')}`);
  }
}

await runCommand(supervisor, 130, async () => {
  for (const workspace of ['functions', 'web']) {
    await step(workspace === 'web' ? 'site' : workspace, () =>
      supervisor.run({
        name: workspace,
        ...workspaceBuild(workspace, process.env),
        cwd: REPOSITORY,
        environment: process.env,
      }),
    );
  }
  console.log(`Filling a catalogue with ${EPISODES} episodes …`);
  fillCatalogue();
  await reportColdStarts();
  const instance = startInstance();
  await untilAnswers(`${address}/`, ({ status }) => status === 200);
  console.log(`${CONNECTIONS} connections, ${DURATION_MS / 1000} s each:`);
  for (const kind of KINDS) await reportKind(kind);
  await instance.stop();
  await reportParts();
  return process.exitCode === 1 ? 1 : 0;
});
