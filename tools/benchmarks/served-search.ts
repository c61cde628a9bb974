import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FeedReading } from '../../functions/src/feeds/feed-model.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { FUNCTIONS_FRAMEWORK, tool, workspaceBuild } from '../processes/node-program.ts';
import { untilAnswers } from '../processes/until-answers.ts';
import { EPISODES_PER_FEED, generatedFeeds } from './bench-episodes.ts';
import { besideCommit, type Side } from './other-commit.ts';

const SEED = 20_261_121;

export interface ServedSearch extends Side {
  url: string;
  /** Returns the longest stall of the event loop since the last call, and the CPU time since the start. */
  usage(): Promise<{ stallMs: number; cpuMs: number }>;
}

/**
 * Serves `search` of the commit, if one is given, and of the working tree. Each side refreshes its own catalogue from
 * the same generated feeds. Only deployed functions run, so `against` can be any commit with `refreshCatalogue` and
 * `search`.
 */
export async function serveSearch(
  against: string | undefined,
  episodes: number,
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
        const settings = {
          CATALOGUE_URL: `file:${path.join(folder, `catalogue-${at}.db`)}`,
          FEEDS: feeds.list,
        };
        await refresh(side, settings);
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

/** Starts a function in its own process. `functions/lib` must be built. */
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
  // Requests to any other path would run the function.
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
    // `fetch` would give up after five minutes.
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

/** Writes texts unescaped, because generated texts consist of letters and full stops. */
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
