import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openWritablePostgres } from '../../catalogue/engines/postgres/writable-postgres.ts';
import {
  busyBackends,
  connectTo,
  HAS_POSTGRES,
  type PostgresProcess,
  startPostgres,
} from '../../catalogue/testing/test-postgres.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import { createSearch } from '../search-episodes.ts';
import { catalogueProvider } from './catalogue-provider.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';

const CLIENTS = ['a', 'b', 'c', 'd', 'e', 'f'];

let server: PostgresProcess;

describe.skipIf(!HAS_POSTGRES)('searches on a PostgreSQL server', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    server = await startPostgres();
    vi.stubEnv('CATALOGUE_URL', server.url());
    const catalogue = openWritablePostgres(server.url(), { password: undefined });
    await catalogue.write(() =>
      storeFeed('https://show.example', readingOf([feedItem({ title: 'word' })]), NOW),
    );
    await catalogue.close();
  }, 60_000);
  afterAll(() => server.stop());

  async function connected() {
    const client = await connectTo(server.url());
    onTestFinished(() => client.end());
    return client;
  }

  test('of one client leave room for others, and none is left there when their client has gone', async () => {
    const [watcher, holder] = [await connected(), await connected()];
    const search = createSearch({ provider: catalogueProvider(server.url(), 'public') });
    const ask = (keyword: string, client: string, gone?: AbortSignal) =>
      search({ keywords: [keyword], language: 'English' }, { client, gone });
    await ask('word', 'first');
    const busy = () => busyBackends(watcher, server.url());

    // Every search waits for this lock, as if it were slow.
    await holder.query('BEGIN; LOCK TABLE days IN ACCESS EXCLUSIVE MODE');
    const heavy = new AbortController();
    const attack = Promise.allSettled(
      ['one', 'two', 'three', 'four', 'five'].map((word) => ask(word, 'heavy', heavy.signal)),
    );
    await vi.waitFor(async () => expect(await busy()).toBe(2));
    heavy.abort();
    for (const outcome of await attack) {
      expect(outcome).toMatchObject({ reason: { code: 'upstream-timeout' } });
    }
    await vi.waitFor(async () => expect(await busy()).toBe(0), { timeout: 1_000 });

    const victims = Promise.all(CLIENTS.map((client) => ask(`word ${client}`, client)));
    await vi.waitFor(async () => expect(await busy()).toBe(4));
    await holder.query('COMMIT');
    expect(await victims).toHaveLength(CLIENTS.length);
    await vi.waitFor(async () => expect(await busy()).toBe(0), { timeout: 1_000 });
  });
});
