import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { type FeedList, loadFeedList, outlinesOfList } from './feed-list.ts';
import { webFetchers } from './fetchers.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { NOW } from '../catalogue/testing/test-catalogue.ts';
import { serveOnLoopback } from '../testing/test-server.ts';

const { feeds: access } = webFetchers(() => true);

function opml(body: string): string {
  return `<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>${body}</body></opml>`;
}

function outline(address: string): string {
  return `<outline type="rss" text="a show" xmlUrl="${address}"/>`;
}

const RSS = `<rss version="2.0"><channel><title>Show</title><item><title>One</title>
  <link>https://show.example/1</link></item></channel></rss>`;

async function loadFile(content: string): Promise<{ list: FeedList; folder: string }> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'list.opml');
  writeFileSync(file, content);
  return { list: await loadFeedList(file, access, NOW), folder };
}

describe('a list of feeds', () => {
  it('reads nested outlines in order, without duplicates', async () => {
    const { list } = await loadFile(
      opml(`
        ${outline('https://b.example/feed')}
        <outline text="AI"><outline text="deep">${outline('https://a.example/feed?a=1&amp;b=2')}</outline>
          ${outline('https://B.example/feed#top')}</outline>
        <outline text="only a heading"/>`),
    );
    expect(list).toEqual({
      feeds: [{ url: 'https://b.example/feed' }, { url: 'https://a.example/feed?a=1&b=2' }],
      leftOut: 0,
    });
  });

  it('reads the limit of new episodes a day, and ignores one that is no positive number', async () => {
    const limits = ['200', '0', '-1', '1.5', 'many', '', '99999'];
    const { list } = await loadFile(
      opml(
        limits
          .map((limit, at) => `<outline xmlUrl="https://a.example/${at}" newADay="${limit}"/>`)
          .join(''),
      ),
    );
    expect(list.feeds.map(({ newADay }) => newADay)).toEqual([200, ...Array<undefined>(5), 2_000]);
  });

  it('leaves out and counts entries that are no feed address', async () => {
    const { list } = await loadFile(
      opml(
        ['https://a.example/', 'ftp://a.example/', 'javascript:alert(1)', 'data:text/xml,x']
          .map(outline)
          .join(''),
      ),
    );
    expect(list).toEqual({ feeds: [{ url: 'https://a.example/' }], leftOut: 3 });
  });

  it('a local list may contain paths', async () => {
    const absolute = path.join(temporaryFolder(), 'b.xml');
    const { list, folder } = await loadFile(
      opml(['feeds/a.xml', absolute, pathToFileURL(absolute).href].map(outline).join('')),
    );
    expect(list.feeds).toEqual([{ path: path.join(folder, 'feeds', 'a.xml') }, { path: absolute }]);
  });

  it('a list from the web may not contain paths', async () => {
    const server = await serveOnLoopback((_, response) => {
      response.end(
        opml(
          ['https://a.example/', 'feeds/a.xml', '/etc/passwd', 'file:///etc/passwd']
            .map(outline)
            .join(''),
        ),
      );
    });
    expect(await loadFeedList(`${server}/list.opml`, access, NOW)).toEqual({
      feeds: [{ url: 'https://a.example/' }],
      leftOut: 3,
    });
  });
});

describe('a single feed', () => {
  it('loads a single feed by path and by address', async () => {
    const { list, folder } = await loadFile(RSS);
    expect(list).toEqual({ feeds: [{ path: path.join(folder, 'list.opml') }], leftOut: 0 });
    const server = await serveOnLoopback((_, response) => response.end(RSS));
    expect((await loadFeedList(`${server}/feed`, access, NOW)).feeds).toEqual([
      { url: `${server}/feed` },
    ]);
  });
});

describe('what is neither', () => {
  it.each([
    ['nothing', ''],
    ['text', 'no feed at all'],
    ['a web page', '<!doctype html><html><body>Sign in</body></html>'],
    ['a list that is cut off', opml(outline('https://a.example/')).slice(0, 120)],
    ['a list without feeds', opml('<outline text="soon"/>')],
    ['a list of nothing but scripts', opml(outline('javascript:alert(1)'))],
  ])('refuses a list in one sentence with its name: %s', async (_, content) => {
    await expect(loadFile(content)).rejects.toThrow(
      /^\S+list\.opml cannot be used as feed or list of feeds: .+\.$/,
    );
  });

  it('refuses a source that cannot be read', async () => {
    const missing = path.join(temporaryFolder(), 'missing.opml');
    await expect(loadFeedList(missing, access, NOW)).rejects.toThrow('There is no such file.');
    await expect(loadFeedList('ftp://a.example/list', access, NOW)).rejects.toThrow(
      'neither a path nor',
    );
    const server = await serveOnLoopback((_, response) => response.writeHead(404).end());
    await expect(loadFeedList(`${server}/list`, access, NOW)).rejects.toThrow(
      `${server}/list cannot be used`,
    );
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'sub'));
    await expect(loadFeedList(folder, access, NOW)).rejects.toThrow(`${folder} cannot be used`);
  });
});

describe('a list made of the dump of Podcast Index', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
  const [, sql = ''] = /```sql\n([^]*?)```/.exec(guide) ?? [];

  function listOf(shows: readonly (readonly [string, Record<string, unknown>])[]): string {
    const dump = new Database(':memory:');
    dump.exec(`CREATE TABLE podcasts (url, dead, lastHttpStatus, language, newestItemPubdate,
      oldestItemPubdate, popularityScore)`);
    const insert = dump.prepare('INSERT INTO podcasts VALUES (?, ?, ?, ?, ?, ?, ?)');
    const second = Math.floor(Date.now() / 1000);
    for (const [url, others] of shows) {
      const show = { dead: 0, status: 200, language: 'en-us', ageDays: 1, score: 1, ...others };
      const newest = second - show.ageDays * 86_400;
      insert.run([url, show.dead, show.status, show.language, newest, 0, show.score]);
    }
    const lines = sql
      .split(/;\n/)
      .filter((statement) => statement.trim() !== '')
      .flatMap((statement) => dump.prepare(statement).raw().all() as string[][]);
    dump.close();
    return lines.join('\n');
  }

  it('lists active shows of a language, the most popular first', () => {
    const opml = listOf([
      ['https://a.example/rss?x=1&y="<2>"', { score: 5 }],
      ['https://b.example/rss', { score: 9, language: 'en' }],
      ['https://dead.example/rss', { dead: 1 }],
      ['https://gone.example/rss', { status: 410 }],
      ['https://german.example/rss', { language: 'de' }],
      ['https://unsaid.example/rss', { language: null }],
      ['https://silent.example/rss', { ageDays: 31 }],
      ['file:///etc/passwd', {}],
    ]);
    expect([...outlinesOfList(opml)].map(({ address }) => address)).toEqual([
      'https://b.example/rss',
      'https://a.example/rss?x=1&y="<2>"',
    ]);
  });

  it('reads a list of 300 000 shows', async () => {
    const shows = Array.from({ length: 300_000 }, (_, at) => `https://host.example/${at}/feed.xml`);
    const opml = `<opml version="2.0"><body>\n${shows
      .map((url) => `<outline type="rss" xmlUrl="${url}"/>`)
      .join('\n')}\n</body></opml>`;
    const access = {
      fetchFeed: () => Promise.reject(new Error('no network')),
      readFile: () => Promise.resolve(Buffer.from(opml)),
    };
    const { feeds, leftOut } = await loadFeedList('list.opml', access, Date.now());
    expect([feeds.length, leftOut]).toEqual([shows.length, 0]);
  });
});
