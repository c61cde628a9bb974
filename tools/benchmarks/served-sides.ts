import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FeedReading } from '../../functions/src/feeds/feed-model.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { workspaceBuild } from '../processes/node-program.ts';
import { EPISODES_PER_FEED, generatedFeeds } from './bench-episodes.ts';
import { type ServedFunction, serveFunction } from './serve-function.ts';
import { besideCommit, type Side } from './other-commit.ts';

const EPISODES = 20_000;
const SEED = 20_261_121;

export interface ServedSide extends Side {
  search: ServedFunction;
}

/**
 * Calls `compare` with the function `search` of the commit and of the working tree. Only what is deployed is
 * used of either: both refresh a SQLite catalogue of their own from the same generated feeds. So any commit
 * can be measured that has the functions `refreshCatalogue` and `search`, however its files are arranged.
 */
export async function besideSearch(
  commit: string,
  compare: (sides: readonly ServedSide[]) => Promise<void>,
): Promise<void> {
  await besideCommit(commit, async (sides, folder) => {
    const feeds = await serveFeeds(folder);
    const served: ServedSide[] = [];
    try {
      for (const [at, side] of sides.entries()) {
        console.log(`Building ${side.name}, and filling its catalogue with ${EPISODES} episodes …`);
        const build = workspaceBuild('functions', process.env);
        execFileSync(build.command, build.args, { cwd: side.repository, stdio: 'ignore' });
        const settings = {
          CATALOGUE_URL: `file:${path.join(folder, `catalogue-${at}.db`)}`,
          FEEDS: feeds.list,
        };
        await refresh(side, settings);
        served.push({ ...side, search: await serveFunction('search', side.repository, settings) });
      }
      await compare(served);
    } finally {
      for (const { search } of served) await search.stop();
      feeds.close();
    }
  });
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
async function serveFeeds(folder: string): Promise<{ list: string; close: () => void }> {
  const now = Date.now();
  const texts = [...generatedFeeds(EPISODES / EPISODES_PER_FEED, SEED, now)].map(({ reading }) =>
    rssOf(reading),
  );
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/rss+xml');
    response.end(texts[Number(url.slice(1))] ?? '');
  }).listen(0, LOOPBACK);
  await once(server, 'listening');
  const root = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  const list = path.join(folder, 'feeds.opml');
  const outlines = texts.map((_, at) => `<outline type="rss" xmlUrl="${root}/${at}"/>`);
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
