import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { catalogueContents } from '../sqlite/sqlite-contents.ts';
import { openCatalogueServer } from './open-catalogue-server.ts';
import { queryCatalogue } from '../sqlite/sqlite-query.ts';
import { recordRefresh } from '../sqlite/sqlite-feeds.ts';
import { storeFeed } from '../sqlite/sqlite-store-feed.ts';
import { feedItem, NOW, readingOf, temporaryFolder } from '../test-catalogue.ts';

const TOKEN = 'the-token';

/** A server on this machine, which speaks the protocol and stores in a file; see the fixture. */
async function libsqlServer(): Promise<string> {
  const script = path.join(import.meta.dirname, 'fixtures', 'libsql-server.ts');
  const file = path.join(temporaryFolder(), 'server.db');
  const server = spawn(process.execPath, ['--import', 'tsx', script, file, TOKEN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill());
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  return `libsql://127.0.0.1:${port.toString().trim()}?tls=0`;
}

function opened(url: string, token: string | undefined = TOKEN) {
  const catalogue = openCatalogueServer(url, token);
  onTestFinished(() => catalogue.close());
  return catalogue;
}

it(
  'is made, filled and searched over the wire, by several at once',
  { timeout: 20_000 },
  async () => {
    const url = await libsqlServer();
    const writer = opened(url);
    const reading = readingOf([
      feedItem({ title: 'About OpenAI', description: 'and Tobi Lütke' }),
      feedItem({ title: 'Something else' }),
    ]);
    expect(storeFeed(writer, 'https://show.example/feed', reading, NOW)).toMatchObject({ new: 2 });
    expect(storeFeed(writer, 'https://show.example/feed', reading, NOW)).toMatchObject({
      unchanged: 2,
    });
    recordRefresh(writer, NOW);

    const reader = opened(url);
    const contents = { episodes: 2, podcasts: 1, refreshedAtMs: NOW };
    expect(catalogueContents(reader)).toEqual(contents);
    const { episodes, total } = queryCatalogue(reader, {
      keywords: ['tobi lutke'],
      startDateMs: NOW - 7_200_000,
      limit: 10,
      totalLimit: 100,
    });
    expect([episodes[0]?.description, total]).toEqual(['and >>>Tobi Lütke<<<', 1]);
  },
);

it('is an upstream that is unavailable without its token and without its server', async () => {
  const url = await libsqlServer();
  for (const catalogue of [opened(url, 'wrong'), opened('libsql://127.0.0.1:9?tls=0')]) {
    expect(() => catalogueContents(catalogue)).toThrow(
      expect.objectContaining({ code: 'upstream-unavailable' }) as Error,
    );
  }
});

it('refuses an address that holds more than a host', () => {
  for (const url of ['libsql://host?authToken=secret', 'libsql://host/path', 'libsql://']) {
    expect(() => openCatalogueServer(url, undefined)).toThrow(/libsql:\/\/host/);
  }
});
