import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { sqliteContents } from '../catalogue/engines/sqlite/sqlite-catalogue.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { temporarySqlite } from '../catalogue/testing/test-catalogue.ts';
import { OBJECT_URL, testStorage } from '../catalogue/testing/test-storage.ts';
import { serveOnLoopback } from '../testing/test-server.ts';
import { keepLog, logEntries } from '../testing/test-log.ts';

const FEED = `<rss version="2.0"><channel><title>Show</title><item><title>One</title>
  <link>https://show.example/1</link></item><item></item></channel></rss>`;

let lines: string[];
const logged = () => logEntries(lines);

// There are no followed shows and no Firestore.
vi.mock('./followed-shows.ts', () => ({
  firestoreFollowedShows: {},
  readFollowed: () => Promise.resolve(0),
  updateFollowers: () => Promise.resolve(),
}));

// The list of pages exists only beside the built bundle.
vi.mock('../platform/public-pages.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../platform/public-pages.ts')>()),
  countedTopics: () => undefined,
}));

const tasks = vi.hoisted(() => [] as [functionName: string, data: unknown][]);
vi.mock('../platform/enqueue-task.ts', () => ({
  enqueueTask: (functionName: string, data: unknown) => {
    tasks.push([functionName, data]);
    return Promise.resolve();
  },
}));

/** Runs the schedule with these settings. Its log is in `lines`. */
async function runSchedule(settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  lines = keepLog();
  vi.resetModules(); // settings are read once per process
  const { refreshCatalogue } = await import('./refresh-schedule.ts');
  await refreshCatalogue.run({ scheduleTime: '2026-11-21T12:00:00Z' });
}

afterEach(() => {
  vi.unstubAllEnvs();
  tasks.length = 0;
});

it('refreshes the listed feeds, and logs each failure and a summary', async () => {
  const folder = temporaryFolder();
  const server = await serveOnLoopback((request, response) => {
    if (request.url === '/feed?key=secret') response.end(FEED);
    else response.writeHead(500).end('<p>secret text</p>');
  });
  const outlines = ['/feed?key=secret', '/fails?key=secret']
    .map((address) => `<outline type="rss" text="x" xmlUrl="${server}${address}"/>`)
    .join('');
  writeFileSync(
    path.join(folder, 'feeds.opml'),
    `<opml version="2.0"><body>${outlines}</body></opml>`,
  );
  const settings = {
    CATALOGUE_URL: `file:${path.join(folder, 'catalogue.db')}`,
    FEEDS: path.join(folder, 'feeds.opml'),
  };

  await runSchedule({ ...settings, FUNCTIONS_EMULATOR: 'true' });
  expect(sqliteContents(temporarySqlite(path.join(folder, 'catalogue.db')))).toMatchObject({
    episodes: 1,
    podcasts: 1,
  });
  expect(logged()).toMatchObject([
    { severity: 'WARNING', event: 'feed-failed', host: new URL(server).host, code: 'http-status' },
    {
      severity: 'INFO',
      event: 'catalogue-refreshed',
      feeds: 2,
      failed: 1,
      new: 1,
      dropped: { empty: 1 },
      unread: { 'no-date': 1 },
    },
  ]);
  expect(lines.join('\n')).not.toContain('secret');
});

it('never fetches from this machine when deployed, and logs an error if all feeds fail', async () => {
  const folder = temporaryFolder();
  let asked = 0;
  const server = await serveOnLoopback((_, response) => {
    asked += 1;
    response.end(FEED);
  });
  const list = `<opml version="2.0"><body><outline text="x" xmlUrl="${server}/feed"/></body></opml>`;
  writeFileSync(path.join(folder, 'feeds.opml'), list);
  await runSchedule({
    CATALOGUE_URL: `file:${path.join(folder, 'catalogue.db')}`,
    FEEDS: path.join(folder, 'feeds.opml'),
    FUNCTIONS_EMULATOR: 'false',
  });
  expect(asked).toBe(0);
  expect(logged()).toMatchObject([
    { event: 'feed-failed', code: 'forbidden-address' },
    { severity: 'ERROR', event: 'catalogue-refreshed', failed: 1 },
  ]);
});

it('replaces a damaged catalogue by a new one', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'catalogue.db'), 'not a database '.repeat(1000));
  writeFileSync(path.join(folder, 'feed.xml'), FEED);
  await runSchedule({
    CATALOGUE_URL: `file:${path.join(folder, 'catalogue.db')}`,
    FEEDS: path.join(folder, 'feed.xml'),
  });
  expect(logged()).toMatchObject([
    { severity: 'ERROR', event: 'catalogue-damaged' },
    { event: 'catalogue-refreshed', new: 1 },
  ]);
});

it.each([
  ['starts the alerts, but only if something is new', 'true', 1],
  ['starts no alerts while they are disabled', 'false', 0],
])('%s', async (_, ALERTS_ENABLED, started) => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'feed.xml'), FEED);
  const settings = {
    ALERTS_ENABLED,
    CATALOGUE_URL: `file:${path.join(folder, 'catalogue.db')}`,
    FEEDS: path.join(folder, 'feed.xml'),
  };
  await runSchedule(settings);
  await runSchedule(settings);
  expect(tasks).toEqual(Array(started).fill(['planAlerts', { after: 'refresh' }]));
});

it('stores the catalogue in a bucket if configured', async () => {
  const storage = await testStorage();
  storage.guarded = false;
  const feeds = path.join(temporaryFolder(), 'feed.xml');
  writeFileSync(feeds, FEED);
  const settings = {
    CATALOGUE_URL: OBJECT_URL,
    STORAGE_EMULATOR_HOST: storage.access.origin,
    FEEDS: feeds,
  };
  await runSchedule(settings);
  await runSchedule(settings);
  // Nothing was new, so the catalogue is not stored again.
  expect(storage.object?.generation).toBe(1);
  const { openCatalogue } = await import('../catalogue/file/open-catalogue.ts');
  const reader = await openCatalogue(OBJECT_URL);
  await reader.ready();
  expect(await reader.contents()).toMatchObject({ episodes: 1, podcasts: 1 });
  await reader.close();
});
