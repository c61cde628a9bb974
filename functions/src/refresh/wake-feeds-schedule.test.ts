import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { keepLog, logEntries } from '../platform/test-log.ts';
import { serveOnLoopback } from '../platform/test-server.ts';
import { openWritablePostgres } from '../catalogue/engines/postgres/writable-postgres.ts';
import { fetchRecord } from '../catalogue/testing/test-catalogue.ts';
import {
  HAS_POSTGRES,
  type PostgresProcess,
  startPostgres,
} from '../catalogue/testing/test-postgres.ts';
import { listFeeds } from '../catalogue/queue/feed-queue.ts';
import { recordFetch } from '../catalogue/queue/feeds.ts';

const FEEDS = ['a', 'b'].map((name) => ({
  url: `https://${name}.example/feed`,
  host: `${name}.example`,
}));

let server: PostgresProcess;
const queued: unknown[] = [];

/** Runs the schedule with settings of its own; answers what it logged. */
async function runSchedule(settings: Record<string, string>) {
  const all = {
    CATALOGUE_URL: server.url(),
    FUNCTIONS_EMULATOR: 'true',
    SITE_URL: 'https://site.example',
    MAIL_FROM: 'Earshot <a@site.example>',
    UNSUBSCRIBE_KEY: 'k'.repeat(32),
    ...settings,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const lines = keepLog();
  vi.resetModules(); // settings are read once a process
  vi.doMock('../platform/firebase-admin.ts', () => ({
    taskQueues: () => ({
      taskQueue: () => ({ enqueue: (data: unknown) => Promise.resolve(void queued.push(data)) }),
    }),
  }));
  const { wakeFeeds } = await import('./wake-feeds-schedule.ts');
  await wakeFeeds.run({ scheduleTime: '2026-11-21T12:00:00Z' });
  return logEntries(lines);
}

afterEach(() => vi.unstubAllEnvs());

describe.skipIf(!HAS_POSTGRES)('every three minutes', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    server = await startPostgres();
    const catalogue = openWritablePostgres(server.url(), { password: undefined });
    const now = Date.now();
    await catalogue.write(() => listFeeds(FEEDS, now));
    for (const { url, host } of FEEDS) {
      const later = { fetchedAtMs: now - 60_000, nextFetchAtMs: now + 3_600_000 };
      await catalogue.write(() => recordFetch(url, fetchRecord({ host, ...later })));
    }
    await catalogue.close();
  }, 60_000);
  afterAll(() => server.stop());

  test('nothing is asked where no list of changes is set', async () => {
    expect(await runSchedule({})).toEqual([]);
    expect(queued).toEqual([]);
  });

  test('feeds that changed are queued', async () => {
    const data = { position: 1, feeds: [{ feedUrl: FEEDS[0]!.url }], items: [] };
    const web = await serveOnLoopback((_, response) => response.end(JSON.stringify({ data })));
    const settings = { CHANGE_LIST_URL: `${web}/current` };
    expect(await runSchedule(settings)).toMatchObject([
      { event: 'change-list-read', announced: 1, woken: 1, isComplete: true },
      { event: 'feeds-queued', due: 1, tasks: 1 },
    ]);
    expect(queued).toHaveLength(1);
    expect(await runSchedule(settings)).toMatchObject([
      { event: 'change-list-read', announced: 0, woken: 0 },
      { event: 'feeds-queued', due: 1 },
    ]);
  });

  test('a list that is away is a warning, and stops nothing', async () => {
    const away = await serveOnLoopback((_, response) => response.writeHead(503).end());
    expect(await runSchedule({ CHANGE_LIST_URL: `${away}/current` })).toMatchObject([
      { event: 'change-list-read', severity: 'WARNING', announced: 0 },
      { event: 'feeds-queued' },
    ]);
  });
});
