import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { HOUR_MS } from '../../functions/src/contract/index.ts';
import { readBlockedShows } from '../../functions/src/alerts/outbox/blocked-shows.ts';
import { openObjects } from '../../functions/src/catalogue/file/object-store.ts';
import { showIdOf } from '../../functions/src/feeds/show-id.ts';
import { updateCatalogue } from '../../functions/src/catalogue/file/update-catalogue.ts';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { serveOnLoopback } from '../../functions/src/testing/test-server.ts';
import { startSampleHost } from '../../samples/sample-host.ts';
import { querySqlite } from '../../functions/src/catalogue/engines/sqlite/search/sqlite-query.ts';
import { blockedText, changeBlock, foundText, largestText } from '../feeds/block-feeds.ts';
import { feedsCommand } from '../feeds/feeds-command.ts';
import { loadFeeds, queueText } from '../feeds/load-feeds.ts';
import { listFeeds } from '../../functions/src/catalogue/queue/feed-queue.ts';
import { followFeeds } from '../../functions/src/catalogue/queue/followed-feeds.ts';
import { storeFeed } from '../../functions/src/catalogue/store/store-feed.ts';
import { feedItem, readingOf } from '../../functions/src/catalogue/testing/test-catalogue.ts';

const FEED = `<rss version="2.0"><channel><title>Show</title>
  <item><title>A word on chips</title><link>https://show.example/1</link><pubDate>${new Date().toUTCString()}</pubDate></item>
  <item><title>Long ago</title><link>https://show.example/2</link><pubDate>Tue, 05 Jan 2016 10:00:00 GMT</pubDate></item>
  <item><link>https://show.example/3</link></item></channel></rss>`;

interface Ended {
  code: unknown;
  stdout: string;
  stderr: string;
}

const catalogueIn = (folder: string) => `file:${path.join(folder, 'catalogue.db')}`;

/** Starts the command as a process, which takes over a second. */
async function runCommand(folder: string, ...args: string[]): Promise<Ended> {
  const script = path.join(import.meta.dirname, 'feeds.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: { ...process.env, CATALOGUE_URL: catalogueIn(folder) },
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
  [ended.code] = (await once(child, 'close')) as unknown[];
  return ended;
}

async function runFeeds(folder: string, sources: readonly string[]): Promise<Ended> {
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  ended.code = await loadFeeds({
    sources,
    catalogue: catalogueIn(folder),
    stdout: { write: (text) => (ended.stdout += text) },
    stderr: { write: (text) => (ended.stderr += text) },
  });
  return ended;
}

describe('npm run feeds', () => {
  it.each([
    [['--add', 'list.opml'], '--add goes with --verify or --charts.'],
    [['--charts', 'us'], 'Name genres, such as technology,business.'],
    [['--charts', 'usa', 'news'], '"usa" is no country'],
    [['--verify', 'list.opml', 'other.opml'], '"other.opml" is one word too many.'],
    [[], 'Name an OPML list or a feed.'],
  ])('refuses the command line %j', (args, said) => {
    const line = feedsCommand(args);
    expect(line).toMatchObject({ kind: 'print', exitCode: 2 });
    expect(line.kind === 'print' && line.text).toContain(said);
  });

  it('lists the largest feeds without secret addresses, and blocks one by its show id', async () => {
    const folder = temporaryFolder();
    const secret = 'https://host.example/feed?key=s3cret';
    const listed = 'https://listed.example/feed';
    await updateCatalogue(catalogueIn(folder), async (catalogue) => {
      await catalogue.write(() => listFeeds([{ url: listed, host: '' }], 1));
      await catalogue.write(() =>
        followFeeds([{ url: secret, host: '', title: 'Own', followers: 1, changedAtMs: 1 }], 1),
      );
      const now = Date.now();
      const items = (count: number) =>
        Array.from({ length: count }, () => feedItem({ publishedAtMs: now }));
      for (const [url, count] of [
        [listed, 1],
        [listed, 51],
        [secret, 3],
      ] as const)
        await catalogue.write(() =>
          storeFeed(url, readingOf(items(count), { title: url[8]! }), now),
        );
    });
    const text = await largestText(catalogueIn(folder));
    expect(text.split('\n')).toEqual([
      expect.stringMatching(
        /^51 episodes, 50 of the last day, 1 left out, your list: https:\/\/listed\.example\/feed {2}l, --block /,
      ),
      `3 episodes, 0 of the last day, 0 left out, 1 followers: https://host.example/…  h, --block ${showIdOf(secret)}`,
    ]);
    expect(await queueText(catalogueIn(folder))).toContain(
      'Limits left out 1 items of 1 feeds; --largest lists them.',
    );
    expect(await changeBlock(catalogueIn(folder), showIdOf(secret), true)).toBe(
      `Blocked: ${showIdOf(secret)}.`,
    );
    expect(await blockedText(catalogueIn(folder))).toContain('Blocked feeds: 1.');
    await expect(changeBlock(catalogueIn(folder), '0'.repeat(20), true)).rejects.toThrow('show id');
  });

  it('loads a file and a feed of this machine, and prints a report', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'show.xml');
    writeFileSync(file, FEED);
    const site = await serveOnLoopback((_, response) => response.end(FEED));

    const loaded = await runCommand(folder, file, `${site}/feed`);
    expect(loaded).toMatchObject({ code: 0 });
    expect(loaded.stdout).toMatch(/show\.xml +1 +0 +2 \(2 too-old\) +1 \(1 no-date\) +refreshed/);
    expect(loaded.stdout).toMatch(/2 of 2 feeds +2 +0/);
    expect(loaded.stderr).toContain('2/2');
    const catalogue = openSqliteFile(catalogueIn(folder));
    expect(
      (await querySqlite(catalogue, { keywords: ['chips'], limit: 5, totalLimit: 5 })).total,
    ).toBe(2);
    catalogue.close();
  });

  it('reports the unreadable fields of stored episodes', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'odd.xml');
    const items = ['<pubDate>5 Nivôse</pubDate>', '<enclosure url="" type="audio/mpeg"/>'];
    writeFileSync(
      file,
      `<rss version="2.0"><channel><title>Odd</title>${items
        .map(
          (odd, at) =>
            `<item><title>${at}</title><link>https://a.example/${at}</link>${odd}</item>`,
        )
        .join('')}</channel></rss>`,
    );
    const { stdout } = await runFeeds(folder, [file]);
    expect(stdout).toMatch(/dropped +not read +status/);
    for (const part of ['1 unread-date', '1 no-date', '1 unread-audio']) {
      expect(stdout).toContain(part);
    }
    expect(stdout).toContain('0        3 (');
  });

  it('reports a feed that is too large, and a response that breaks the rules of HTTP', async () => {
    const notes = 'words '.repeat(2500);
    const item = (at: number) =>
      `<item><title>${at}</title><link>https://a.example/${at}</link><description>${notes}</description></item>`;
    const large = FEED.replace(
      /<item>[^]*<\/item>/,
      Array.from({ length: 600 }, (_, at) => item(at)).join(''),
    );
    const site = await serveOnLoopback((_, response) => response.end(large));
    const odd = await serveOnLoopback((_, { socket }) => socket?.end('HTTP/1.1 x\r\n\r\n'));
    const { stdout } = await runFeeds(temporaryFolder(), [site]);
    expect(stdout).toContain('refreshed: too large, only its first and last items were read');
    const { stderr } = await runFeeds(temporaryFolder(), [odd]);
    expect(stderr).toMatch(/breaks the rules of HTTP \(HPE_\w+\)/);
  });

  it('reports how many feeds are due, or that there is no catalogue', async () => {
    const folder = temporaryFolder();
    await expect(queueText(catalogueIn(folder))).rejects.toThrow('There is no catalogue');
    await updateCatalogue(catalogueIn(folder), async (catalogue) => {
      const feeds = ['a', 'b'].map((name) => ({ url: `https://${name}.example/`, host: name }));
      await catalogue.write(() => listFeeds(feeds, Date.now() - 3 * HOUR_MS));
    });
    expect(await queueText(catalogueIn(folder))).toBe(
      '2 feeds are asked when they are due: 2 due, the first for 3 hours.\n' +
        'For their followers alone: 0, blocked: 0.\n' +
        'Episodes: 0. From 80000 on, shows that only people added stop growing.',
    );
  });

  it('finds feeds by title, blocks a feed, lists blocked feeds, and unblocks the feed', async () => {
    const folder = temporaryFolder();
    const named = (name: string) => `https://host.example/${name}`;
    await updateCatalogue(catalogueIn(folder), async (catalogue) => {
      for (const name of ['a', 'b', 'c']) {
        const title = `Show\n\u001b[31m${name}`;
        if (name !== 'c')
          await catalogue.write(() => storeFeed(named(name), readingOf([], { title }), 1));
        else {
          const added = {
            url: named(name),
            host: 'host.example',
            title,
            followers: 1,
            changedAtMs: 1,
          };
          await catalogue.write(() => followFeeds([added], 1));
        }
      }
    });
    const catalogue = catalogueIn(folder);
    const block = (name: string) => changeBlock(catalogue, named(name), true);
    const unblock = () => changeBlock(catalogue, named('b'), false);
    // Followers-only shows are not listed, because their addresses may be secret.
    const [a, b] = [`${named('a')}  Show a`, `${named('b')}  Show b`];
    expect(await foundText(catalogue, 'SHOW')).toBe(`${a}\n${b}`);
    expect(await foundText(catalogue, 'none')).toBe(
      'No public show has these words in its title: none.',
    );
    expect(await block('b')).toBe(`Blocked: ${named('b')}.`);
    expect(await block('c')).toBe(`Blocked: ${named('c')}.`);
    expect(await foundText(catalogue, 'show')).toBe(a);
    expect(await blockedText(catalogue)).toBe(
      `Blocked feeds: 2.\n${b}\nhttps://host.example/…  Show c`,
    );
    expect(await queueText(catalogue)).toContain('For their followers alone: 0, blocked: 2.');
    // Deliveries read this list.
    const noted = () => readBlockedShows(openObjects(`file:${path.join(folder, 'alerts')}`));
    expect(await noted()).toEqual(new Set(['b', 'c'].map((name) => showIdOf(named(name)))));
    expect(await unblock()).toBe(`No longer blocked: ${named('b')}.`);
    expect(await foundText(catalogue, 'show')).toBe(`${a}\n${b}`);
    expect(await noted()).toEqual(new Set([showIdOf(named('c'))]));
    await expect(unblock()).rejects.toThrow(
      `${named('b')} is not blocked; --blocked lists what is.`,
    );
    await expect(changeBlock(catalogue, 'host.example', true)).rejects.toThrow(
      'host.example is no address of a feed.',
    );
  });

  it('reads the samples’ transcripts in every format, and counts them', async () => {
    const folder = temporaryFolder();
    const host = await startSampleHost({ port: 0 });
    onTestFinished(() => host.close());
    const loaded = await runFeeds(folder, [`${host.url}/feeds.opml`]);
    expect(loaded.stdout).toContain('Transcripts: 6 found, 6 read, 0 not read');
    expect(loaded.stdout).toContain('Files of chapters: 1 found, 1 read, 0 not read');
    const catalogue = openSqliteFile(catalogueIn(folder));
    const moments = async (keyword: string) => {
      const { episodes } = await querySqlite(catalogue, {
        keywords: [keyword],
        limit: 9,
        totalLimit: 9,
      });
      return episodes.map(({ podcast, spoken }) => [
        podcast,
        spoken?.[0]?.atMs,
        spoken?.[0]?.speaker,
      ]);
    };
    expect(await moments('drawer full of umbrellas')).toEqual([
      ['Tensor Weather', 761_500, 'Ines Okafor'],
    ]);
    expect(await moments('takes three mornings')).toEqual([
      ['Café Kilobyte', 953_500, 'Łukasz Wójcik'],
    ]);
    expect(await moments('never tells the caller')).toEqual([
      ['Undefined Behavior Hour', 622_500, 'Sunniva'],
    ]);
    expect(await moments('gravy on page forty')).toEqual([
      ['Founders’ Footnotes', 500_000, 'Aurelio Finch'],
    ]);
    expect(await moments('erase the snail')).toEqual([['Room Tone Report', null, 'Lena']]);
    expect(await moments('called out, now')).toEqual([
      ['Ten Slow Questions', 1_509_400, 'Wren Abelard'],
    ]);
    expect((await moments('plea for the long pause'))[0]?.[0]).toBe('Room Tone Report');
    expect((await moments('one power strip for nine'))[0]?.[0]).toBe('Café Kilobyte');
    catalogue.close();
  });

  it('reports why a transcript was not read', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'feed.xml');
    const item = (name: string) => `<item><title>${name}</title><guid>${name}</guid>
      <link>https://show.example/${name}</link><pubDate>${new Date().toUTCString()}</pubDate>
      <podcast:transcript url="http://192.168.0.1/${name}" type="text/vtt"/></item>`;
    writeFileSync(
      file,
      `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
        <title>Show</title>${item('one')}${item('two')}</channel></rss>`,
    );
    expect((await runFeeds(folder, [file])).stdout).toContain(
      'Transcripts: 2 found, 0 read, 2 not read (2 forbidden-address), tried again later',
    );
  });

  it('exits with a sentence and code 1 when nothing can be loaded', async () => {
    const folder = temporaryFolder();
    expect(await runCommand(folder, '--status')).toEqual({
      code: 1,
      stdout: `Acts on the catalogue ${catalogueIn(folder)}.\n`,
      stderr: `There is no catalogue at ${catalogueIn(folder)}.\n`,
    });

    const missing = await runFeeds(folder, [path.join(folder, 'missing.opml')]);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(
      /^\S+missing\.opml cannot be used as feed or list of feeds: There is no such file\.\n$/,
    );

    const outside = await runFeeds(folder, ['http://192.168.0.1/feed']);
    expect(outside.code).toBe(1);
    expect(outside.stderr).toMatch(/^http:\/\/192\.168\.0\.1\/feed cannot be used .+\.\n$/);
  });

  it('returns code 1 when every feed of a list fails', async () => {
    const folder = temporaryFolder();
    const list = path.join(folder, 'list.opml');
    writeFileSync(
      list,
      '<opml version="2.0"><body><outline text="x" xmlUrl="missing.xml"/></body></opml>',
    );
    const ended = await runFeeds(folder, [list]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(
      /missing\.xml +0 +0 +0 +0 +failed: unreadable-file There is no such file/,
    );
  });
});
