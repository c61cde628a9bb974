import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../../../platform/app-error.ts';
import { DAY_MS } from '../../../../contract/index.ts';
import type { WritableCatalogue } from '../../../catalogue.ts';
import { RETENTION_MS } from '../../../store/retention.ts';
import { feedItem, NOW, readingOf } from '../../../testing/test-catalogue.ts';
import {
  busyBackends,
  connectTo,
  HAS_POSTGRES,
  type PostgresProcess,
  startPostgres,
} from '../../../testing/test-postgres.ts';
import { openPostgresReader, openWritablePostgres } from '../writable-postgres.ts';
import { queryPostgres } from '../search/postgres-query.ts';
import { postgresAddress } from './postgres-address.ts';
import { openPostgresServer } from './postgres-server.ts';
import { type ServerLimits } from './server-limits.ts';
import { inTransaction, type SqlSession } from './sql-server.ts';
import { newEpisodes } from '../../../testing/new-episodes.ts';
import { storeFeed } from '../../../store/store-feed.ts';
import { feedRecord } from '../../../store/feeds.ts';

const FEED = 'https://show.example/feed';
const QUERY = { keywords: ['word'], limit: 100, totalLimit: 1000 };
const AWAY = { name: 'AppError', code: 'upstream-unavailable' };
/** Long, because the machine may be busy. A statement that goes on sleeps for a minute. */
const WAIT = { timeout: 30_000 };
const QUICK: ServerLimits = { connections: 2, connectMs: 1_000, statementMs: 2_000 };

let server: PostgresProcess;
let databases = 0;

/** Uses its own PostgreSQL server, because the tests kill it. */
describe.skipIf(!HAS_POSTGRES)('a catalogue on a PostgreSQL server', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    server = await startPostgres({ max_connections: '30' });
  }, 60_000);
  afterAll(() => server.stop());

  async function newDatabase(template = 'template1'): Promise<string> {
    const client = new pg.Client({ connectionString: server.url() });
    await client.connect();
    const name = `test_${(databases += 1)}`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    await client.end();
    return server.url(name);
  }

  function writable(url: string, limits?: ServerLimits): WritableCatalogue {
    const catalogue = openWritablePostgres(url, { password: undefined }, limits);
    onTestFinished(() => catalogue.close());
    return catalogue;
  }

  function readable(url: string, readUrl?: string, limits?: ServerLimits) {
    const catalogue = openPostgresReader(url, { password: undefined, readUrl }, limits);
    onTestFinished(() => catalogue.close());
    return catalogue;
  }

  const reading = (count: number, publishedAtMs = NOW) =>
    readingOf(Array.from({ length: count }, () => feedItem({ title: 'word', publishedAtMs })));

  it('concurrent openers create the schema once', async () => {
    const url = await newDatabase();
    const contents = await Promise.all(Array.from({ length: 6 }, () => writable(url).contents()));
    expect(new Set(contents.map(({ episodes }) => episodes))).toEqual(new Set([0]));
  });

  it('two concurrent refreshers lose no episodes, even of the same second', async () => {
    const url = await newDatabase();
    const refreshers = [writable(url), writable(url)];
    const feeds = Array.from({ length: 12 }, (_, index) => `${FEED}/${index}`);
    await Promise.all(
      feeds.map((feed, index) =>
        refreshers[index % 2]!.write(() => storeFeed(feed, reading(20), NOW)),
      ),
    );
    // Two writers store the same feed, whose episodes are stored once.
    const same = reading(30, NOW - DAY_MS);
    const stored = await Promise.all(
      refreshers.map((one) => one.write(() => storeFeed(FEED, same, NOW))),
    );
    expect(stored.map((outcome) => outcome.new).sort()).toEqual([0, 30]);
    expect(await refreshers[0]!.contents()).toMatchObject({ episodes: 270, podcasts: 13 });
    expect((await refreshers[1]!.query(QUERY)).total).toBe(270);
  });

  it('prunes, searches and stores concurrently', async () => {
    const url = await newDatabase();
    const catalogue = writable(url);
    for (let day = 0; day < 30; day += 5) {
      await catalogue.write(() => storeFeed(`${FEED}/${day}`, reading(3, NOW - day * DAY_MS), NOW));
    }
    const later = NOW + 20 * DAY_MS;
    const [removed, stored, ...answers] = await Promise.all([
      catalogue.prune(later),
      writable(url).write(() => storeFeed(`${FEED}/new`, reading(3, later), later)),
      ...Array.from({ length: 20 }, () => catalogue.query(QUERY)),
    ]);
    expect([removed, stored.new]).toEqual([6, 3]);
    for (const { total } of answers) expect([12, 15, 18, 21]).toContain(total);
    expect(await catalogue.contents()).toMatchObject({ episodes: 15, podcasts: 5 });
  });

  it('a search succeeds while partitions are dropped', async () => {
    const url = await newDatabase();
    const catalogue = writable(url);
    for (let day = 0; day < 30; day += 5) {
      await catalogue.write(() => storeFeed(`${FEED}/${day}`, reading(3, NOW - day * DAY_MS), NOW));
    }
    const searched = openPostgresServer(postgresAddress(url), QUICK);
    onTestFinished(() => searched.close());
    let dropped = 0;
    const dropsFirst = (session: SqlSession): SqlSession => ({
      ...session,
      find: async (statement, values) => {
        // Drops a partition between listing and searching.
        if (statement.includes('UNION ALL') && dropped < 3) {
          dropped += 1;
          await catalogue.prune(NOW + RETENTION_MS - (27.5 - 5 * dropped) * DAY_MS);
        }
        return session.find(statement, values);
      },
    });
    const { total } = await queryPostgres(
      { ...searched, session: (work) => searched.session((session) => work(dropsFirst(session))) },
      QUERY,
      { tryMs: 60_000 },
    );
    expect([dropped, total]).toEqual([3, 9]);
  });

  it('rejects a slow statement, and runs the next statement', async () => {
    const url = await newDatabase();
    const slow = openPostgresServer(postgresAddress(url), { ...QUICK, statementMs: 200 });
    onTestFinished(() => slow.close());
    const sleep = () => slow.session((session) => session.find('SELECT pg_sleep(30)'));
    await expect(sleep()).rejects.toMatchObject({ code: 'upstream-timeout' });
    expect(await slow.session((session) => session.find('SELECT 1'))).toMatchObject({
      rows: [[1]],
    });
  });

  it('keeps a connection after an AppError, and discards it after a server error', async () => {
    const url = await newDatabase();
    const kept = openPostgresServer(postgresAddress(url), { ...QUICK, connections: 1 });
    onTestFinished(() => kept.close());
    const backend = () => kept.session((session) => session.find('SELECT pg_backend_pid()'));
    const first = await backend();
    const refusal = new AppError('upstream-timeout', 'too much');
    await expect(
      inTransaction(kept, 'BEGIN', async (session) => {
        await session.run('CREATE TABLE begun (id integer)');
        throw refusal;
      }),
    ).rejects.toBe(refusal);
    expect(await backend()).toEqual(first);
    const begun = kept.session((session) => session.find('SELECT * FROM begun'));
    await expect(begun).rejects.toMatchObject({ code: 'internal' });
    expect(await backend()).not.toEqual(first);
  });

  it('cancels abandoned statements on the server, and runs the next statement', async () => {
    const url = await newDatabase();
    const left = openPostgresServer(postgresAddress(url), { ...QUICK, statementMs: 60_000 });
    onTestFinished(() => left.close());
    const caller = new AbortController();
    const sleep = () =>
      left.session((session) => session.find('SELECT pg_sleep(60)'), caller.signal);
    const asleep = Promise.allSettled([sleep(), sleep()]);
    const watcher = await connectTo(server.url());
    onTestFinished(() => watcher.end());
    const busy = () => busyBackends(watcher, url);
    await vi.waitFor(async () => expect(await busy()).toBe(2), WAIT);
    // This session waits, because the pool has no free connection.
    const queued = Promise.allSettled([sleep()]);
    caller.abort();
    const late = Promise.allSettled([sleep()]);
    for (const outcome of (await Promise.all([asleep, queued, late])).flat()) {
      expect(outcome).toMatchObject({ reason: { code: 'upstream-timeout' } });
    }
    expect(await left.session((session) => session.find('SELECT 1'))).toMatchObject({
      rows: [[1]],
    });
    await vi.waitFor(async () => expect(await busy()).toBe(0), WAIT);
  });

  it('cancels a search on the server at its timeout, even between short statements', async () => {
    const url = await newDatabase();
    const catalogue = writable(url);
    await catalogue.write(() => storeFeed(FEED, reading(3), NOW));
    const searched = openPostgresServer(postgresAddress(url), { ...QUICK, statementMs: 1_000 });
    onTestFinished(() => searched.close());
    let begun = 0;
    const slowed = {
      ...searched,
      session: <T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal) =>
        searched.session((session) => {
          const find: SqlSession['find'] = async (statement, values) => {
            begun += 1;
            await session.find('SELECT pg_sleep(0.3)');
            return session.find(statement, values);
          };
          return work({ ...session, find });
        }, signal),
    };
    await expect(queryPostgres(slowed, QUERY, { tryMs: 250 })).rejects.toMatchObject({
      code: 'upstream-timeout',
    });
    const begunBefore = begun;
    const watcher = await connectTo(server.url());
    onTestFinished(() => watcher.end());
    await vi.waitFor(async () => expect(await busyBackends(watcher, url)).toBe(0), WAIT);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(begun).toBe(begunBefore);
  });

  it('rejects work only while all connections are in use', async () => {
    const url = await newDatabase();
    const limits = { ...QUICK, connections: 1, connectMs: 300 };
    const full = openPostgresServer(postgresAddress(url), limits);
    onTestFinished(() => full.close());
    const busy = full.session((session) => session.find('SELECT 1 FROM pg_sleep(0.9)'));
    await expect(full.session((session) => session.find('SELECT 1'))).rejects.toMatchObject(AWAY);
    await busy;
    expect(await full.session((session) => session.find('SELECT 1'))).toMatchObject({
      rows: [[1]],
    });

    const others = Array.from({ length: 30 }, () => {
      const client = new pg.Client({ connectionString: server.url() });
      client.on('error', () => undefined);
      return client;
    });
    onTestFinished(async () => {
      await Promise.all(others.map((client) => client.end()));
    });
    await Promise.allSettled(others.map((client) => client.connect()));
    const refused = readable(url, undefined, QUICK);
    await expect(refused.query(QUERY)).rejects.toMatchObject(AWAY);
  });

  it('searches read the replica, and alerts read the primary', async () => {
    const url = await newDatabase();
    const catalogue = writable(url);
    const unborn = readable(url, await newDatabase(), QUICK);
    await expect(unborn.query(QUERY)).rejects.toMatchObject(AWAY);

    await catalogue.write(() => storeFeed(`${FEED}/1`, reading(1), NOW));
    await catalogue.close();
    // A read-only copy of the database acts as a lagging replica.
    const replica = new URL(await newDatabase(new URL(url).pathname.slice(1)));
    replica.searchParams.set('options', '-c default_transaction_read_only=on');
    await writable(url).write(() => storeFeed(`${FEED}/2`, reading(1), NOW));
    const both = readable(url, replica.href);
    expect((await both.query(QUERY)).total).toBe(1);
    expect(await both.contents()).toMatchObject({ episodes: 1 });
    const told: string[] = [];
    for await (const { title } of newEpisodes(both, 0, 0)) told.push(title);
    expect(told).toEqual(['word', 'word']);
  });

  it('every call rejects while the server is down, and succeeds after a restart', async () => {
    const url = await newDatabase();
    const catalogue = writable(url, QUICK);
    const reader = readable(url, undefined, QUICK);
    await catalogue.write(() => storeFeed(FEED, reading(5), NOW));
    const unmade = await newDatabase();

    const holder = new pg.Client({ connectionString: url });
    holder.on('error', () => undefined);
    await holder.connect();
    // This mode lets searches read the feeds, but blocks writers.
    await holder.query('BEGIN; LOCK TABLE feeds IN EXCLUSIVE MODE; LOCK TABLE refreshes');
    const underWay = Promise.allSettled([
      catalogue.write(() => storeFeed(`${FEED}/lost`, reading(3), NOW)),
      reader.contents(),
    ]);
    expect((await reader.query(QUERY)).total).toBe(5);
    await server.kill();
    expect(await underWay).toMatchObject([{ reason: AWAY }, { reason: AWAY }]);
    for (const ask of [
      () => reader.query(QUERY),
      () => reader.contents(),
      () => catalogue.write(() => storeFeed(`${FEED}/lost`, reading(3), NOW)),
      () => catalogue.read(() => feedRecord(FEED)),
      () => catalogue.prune(NOW),
      () => writable(unmade, QUICK).contents(),
    ]) {
      await expect(ask()).rejects.toMatchObject(AWAY);
    }

    await server.start();
    expect((await reader.query(QUERY)).total).toBe(5);
    expect(await catalogue.write(() => storeFeed(`${FEED}/lost`, reading(3), NOW))).toMatchObject({
      new: 3,
    });
    expect(await reader.contents()).toMatchObject({ episodes: 8 });
    expect(await writable(unmade, QUICK).contents()).toMatchObject({ episodes: 0 });
  });
});
