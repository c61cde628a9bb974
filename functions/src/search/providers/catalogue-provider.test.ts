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
import { answerQuery, catalogueProvider, explainQuery } from './catalogue-provider.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';

const CLIENTS = ['a', 'b', 'c', 'd', 'e', 'f'];

let server: PostgresProcess;

describe.skipIf(!HAS_POSTGRES)('on a PostgreSQL server', { timeout: 60_000 }, () => {
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

  test('one client’s searches leave room for others and end when the client leaves', async () => {
    const [watcher, holder] = [await connected(), await connected()];
    const search = createSearch(catalogueProvider(server.url()));
    const ask = (keyword: string, client: string, gone?: AbortSignal) =>
      search({ keywords: [keyword], language: 'English' }, { client, gone });
    await ask('word', 'first');
    const busy = () => busyBackends(watcher, server.url());

    // Every search waits for this lock, as a slow search would.
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

const answer = { episodes: [], total: 0 };

test('repeats a query with operators in words', () => {
  expect(explainQuery(answer, ['openai', '-sponsor'])).toEqual({
    ...answer,
    asked: 'Searching for episodes that mention openai, but not sponsor.',
  });
  expect(explainQuery(answer, ['-sponsor']).asked).toMatch(/^Add at least one word to search for/);
  expect(explainQuery(answer, ['🚀']).asked).toMatch(/^Add at least one word to search for/);
});

test('states that transcripts are not searched if the query wants spoken words', () => {
  const query = ['openai', 'spoken:altman'];
  const asked = 'Searching for episodes that mention openai or altman in what is said.';
  expect(explainQuery(answer, query).asked).toBe(asked);
  expect(explainQuery(answer, query, false).asked).toBe(
    `${asked} What is said is not searched here: “spoken:” finds nothing.`,
  );
  expect(explainQuery(answer, ['openai -sponsor'], false).asked).not.toContain('spoken');
});

test('leaves the answer to plain words unchanged', () => {
  expect(explainQuery(answer, ['openai', '"Sam Altman"', 'e-mail', 'Ⓞⓟⓔⓝ', '🚀'])).toBe(answer);
});

test('states the first day if older episodes were not searched', async () => {
  const searchedSinceMs = Date.UTC(2026, 10, 13);
  const catalogue: Pick<Catalogue, 'query' | 'textsWith'> = {
    query: () => Promise.resolve({ episodes: [], total: 3, searchedSinceMs }),
    textsWith: () => Promise.reject(new Error('not asked')),
  };
  const ask = (keyword: string) =>
    answerQuery(catalogue, { keywords: [keyword], limit: 1, totalLimit: 9 });
  const note = 'With words as common as these, only episodes since November 13 were searched.';
  const about = { total: 3, sort: 'newest', searchedSince: searchedSinceMs };
  expect(await ask('the end')).toMatchObject({ ...about, asked: note });
  expect(await ask('the -end')).toMatchObject({
    ...about,
    asked: `Searching for episodes that mention the, but not end. ${note}`,
  });
});
