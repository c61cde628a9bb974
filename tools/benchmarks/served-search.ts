import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FeedReading } from '../../functions/src/feeds/feed-model.ts';
import { connectTo, startPostgres } from '../../functions/src/catalogue/testing/test-postgres.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { FUNCTIONS_FRAMEWORK, tool, workspaceBuild } from '../processes/node-program.ts';
import { untilAnswers } from '../processes/until-answers.ts';
import { EPISODES_PER_FEED, generatedFeeds } from './bench-episodes.ts';
import { besideCommit, type Side } from './other-commit.ts';

const SEED = 20_261_121;
export const SERVER_SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB', fsync: 'on' };

/** The function `search` of a state of the code, as it is deployed. */
export interface ServedSearch extends Side {
  url: string;
  /** The longest stall of the event loop since the last call, and the processor time since the start. */
  usage(): Promise<{ stallMs: number; cpuMs: number }>;
}

export interface SearchedCatalogue {
  engine: string;
  episodes: number;
}

/**
 * Calls `measure` with the function `search` of the working tree, behind that of the commit if one is given. Only
 * what is deployed is used of either: both refresh a catalogue of their own from the same generated feeds. So
 * any commit can be measured that has the functions `refreshCatalogue` and `search`, however its files are arranged.
 */
export async function serveSearch(
  against: string | undefined,
  { engine, episodes }: SearchedCatalogue,
  measure: (sides: readonly ServedSearch[]) => Promise<void>,
): Promise<void> {
  await besideCommit(against, async (sides) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'earshot-bench-'));
    const stops: (() => unknown)[] = [];
    try {
      const feeds = await serveFeeds(folder, episodes);
      stops.push(feeds.close);
      const served: ServedSearch[] = [];
      for (const [at, side] of sides.entries()) {
        console.log(`Building ${side.name}, and filling its catalogue with ${episodes} episodes …`);
        const build = workspaceBuild('functions', process.env);
        execFileSync(build.command, build.args, { cwd: side.repository, stdio: 'ignore' });
        const server = engine === 'postgres' ? await startPostgres(SERVER_SETTINGS) : null;
        if (server !== null) stops.push(server.stop);
        const settings = {
          CATALOGUE_URL: server?.url() ?? `file:${path.join(folder, `catalogue-${at}.db`)}`,
          FEEDS: feeds.list,
        };
        await refresh(side, settings);
        if (server !== null) await settle(server.url());
        const search = await serveFunction('search', side.repository, settings);
        stops.push(() => search.stop());
        served.push({ ...side, ...search });
      }
      await measure(served);
    } finally {
      for (const stop of stops.reverse()) await stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Does at once what a server does by itself some time after loading. */
export async function settle(serverUrl: string): Promise<void> {
  const client = await connectTo(serverUrl);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}

/** Starts a function in a process of its own. `functions/lib` must be built. */
async function serveFunction(target: string, repository: string, settings: NodeJS.ProcessEnv) {
  const port = await freePort();
  const { command, args } = tool(FUNCTIONS_FRAMEWORK, '--source', 'functions', '--port', port);
  const watch = pathToFileURL(path.join(import.meta.dirname, 'watch-process.js')).href;
  const server = spawn(command, ['--import', watch, ...args], {
    cwd: repository,
    env: {
      ...process.env,
      ...settings,
      SEARCH_REQUESTS_PER_MINUTE: '100000000',
      FUNCTIONS_EMULATOR: 'true',
      FUNCTION_TARGET: target,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit');
  const url = `http://${LOOPBACK}:${port}/`;
  // The server answers this path itself: a request for another one would run a schedule.
  await untilAnswers(`${url}favicon.ico`, () => true);
  return {
    url,
    async usage() {
      const answered = once(server, 'message');
      server.send('usage');
      const [usage] = (await answered) as [{ stallMs: number; cpuMs: number }];
      return usage;
    },
    async stop() {
      server.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

async function refresh({ repository }: Side, settings: NodeJS.ProcessEnv): Promise<void> {
  const schedule = await serveFunction('refreshCatalogue', repository, settings);
  try {
    // No fetch: it gives up an answer after five minutes.
    const asked = request(schedule.url, { method: 'POST' });
    asked.end('{}');
    const [answer] = (await once(asked, 'response')) as [{ statusCode?: number; resume(): void }];
    answer.resume();
    if (answer.statusCode !== 200 && answer.statusCode !== 204) {
      throw new Error(`The refresh was answered with ${answer.statusCode ?? 0}`);
    }
  } finally {
    await schedule.stop();
  }
}

/** Serves the generated feeds, and writes an OPML list of them. */
async function serveFeeds(folder: string, episodes: number) {
  const feeds = [...generatedFeeds(episodes / EPISODES_PER_FEED, SEED, Date.now())];
  const server = createServer(({ url = '' }, response) => {
    const feed = feeds[Number(url.slice(1))];
    response.setHeader('content-type', 'application/rss+xml');
    response.end(feed === undefined ? '' : rssOf(feed.reading));
  }).listen(0, LOOPBACK);
  await once(server, 'listening');
  const root = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  const list = path.join(folder, 'feeds.opml');
  const outlines = feeds.map((_, at) => `<outline type="rss" xmlUrl="${root}/${at}"/>`);
  writeFileSync(list, `<opml version="2.0"><body>${outlines.join('')}</body></opml>`);
  return { list, close: () => server.close() };
}

/** The generated texts hold letters and full stops only, so that nothing needs to be escaped. */
function rssOf({ show, items }: Extract<FeedReading, { kind: 'read' }>): string {
  const written = items.map(
    ({ title, link, guid, audio, description, publishedAtMs }) =>
      `<item><title>${title}</title><link>${link ?? ''}</link><guid>${guid ?? ''}</guid>` +
      `<pubDate>${new Date(publishedAtMs ?? 0).toUTCString()}</pubDate>` +
      `<enclosure url="${audio ?? ''}" type="audio/mpeg" length="1"/>` +
      `<description>${description}</description></item>`,
  );
  return (
    `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>` +
    `<title>${show.title}</title><itunes:author>${show.publisher}</itunes:author>` +
    `<language>en</language>${written.join('')}</channel></rss>`
  );
}
