import { expect, test } from 'vitest';
import { fileObjects } from '../../catalogue/file/object-store.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { keepLog, logEntries } from '../../testing/test-log.ts';
import { transcriptionWorld } from '../fixtures/transcription-world.ts';
import { chooseEpisodes } from '../choose/choose-episodes.ts';
import { pauseJob } from '../runs/job-changes.ts';
import { transcriptionReport } from './transcription-report.ts';
import { changeLedger, readLedger } from './ledger-store.ts';
import { awaitedSeconds, EMPTY_LEDGER, isDue, isStopped } from './ledger.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

test.each(['{', '{"version":1', '[]', '{"version":2}', ''])(
  'raises an alarm when the ledger is damaged: %j',
  async (written) => {
    const { objects, stored } = transcriptionWorld({}, 0);
    stored.set('ledger', { bytes: Buffer.from(written), generation: 1 });
    const lines = keepLog();
    await expect(readLedger(objects)).rejects.toThrow('damaged');
    await expect(changeLedger(objects, () => undefined)).rejects.toThrow('damaged');
    expect(stored.get('ledger')?.bytes.toString()).toBe(written);
    const [entry] = logEntries(lines);
    expect(entry).toMatchObject({ event: 'ledger-damaged', severity: 'ERROR' });
    expect(entry?.['message']).toContain('nothing is transcribed');
  },
);

test('reads a ledger of 1.1', async () => {
  const { objects, stored, addJob } = transcriptionWorld({}, 0);
  await addJob('one', 'one', NOW);
  const { failing, partMsAt, ...old } = await readLedger(objects);
  expect([failing, partMsAt]).toEqual([null, {}]);
  const { sends, ...job } = old.jobs['one']!;
  expect(sends).toEqual({});
  const written = { ...old, jobs: { one: { ...job, unanswered: { a: 1 } } } };
  stored.set('ledger', { bytes: Buffer.from(JSON.stringify(written)), generation: 1 });
  expect((await readLedger(objects)).jobs['one']?.sends).toEqual({ a: 1 });
});

test('ignores times of a clock that was ahead', async () => {
  const { objects, addJob } = transcriptionWorld({}, 0);
  await addJob('one', 'one', NOW);
  const ledger = await readLedger(objects);
  const job = ledger.jobs['one']!;
  for (const [aheadMs, isBlocked] of [
    [1, true],
    [DAY_MS, true],
    [DAY_MS + 1, false],
    [730 * DAY_MS, false],
  ] as const) {
    const untilMs = NOW + aheadMs;
    ledger.stop = { code: 'service-unpaid', message: '', endpoint: 'test', untilMs };
    expect(isStopped(ledger, 'test', NOW)).toBe(isBlocked);
    expect(transcriptionReport(ledger, 'test', NOW).stopped).toBe(
      isBlocked ? 'service-unpaid' : null,
    );
    expect(isDue({ ...job, nextTryAtMs: untilMs }, NOW)).toBe(!isBlocked);
  }
  expect(isDue({ ...job, lease: { id: '', untilMs: NOW + 1 } }, NOW)).toBe(false);
  expect(isDue({ ...job, lease: { id: '', untilMs: NOW + HOUR_MS } }, NOW)).toBe(true);
});

test('reserves no seconds for a job that pauses', async () => {
  const { objects, addJob } = transcriptionWorld({}, 0);
  for (const key of ['one', 'two']) await addJob(key, key, NOW);
  const ledger = await readLedger(objects);
  expect(awaitedSeconds(ledger, NOW)).toBe(200);
  pauseJob(ledger.jobs['one']!, { code: 'unreachable' }, NOW);
  expect(awaitedSeconds(ledger, NOW)).toBe(100);
});

test.each([401, 403, 404, 410, 451])('fetches audio twice after status %s', async (status) => {
  const { state, run, worker, addJob, objects } = transcriptionWorld({}, 3600);
  state.audioStatus = status;
  await addJob('gone', 'https://a.example/none.mp3', NOW);
  const at = (ms: number) => worker(() => NOW + ms);
  expect(await run('gone', at(0))).toBe('waits');
  expect(await run('gone', at(HOUR_MS - 1))).toBe('not-ours');
  expect(await run('gone', at(HOUR_MS))).toBe('failed');
  expect(state.fetches).toBe(2);
  expect((await readLedger(objects)).jobs['gone']).toMatchObject({ audio: '', prompt: '' });
});

test('limits the pause that a host of audio requests to a day', async () => {
  const { objects, addJob } = transcriptionWorld({}, 0);
  await addJob('one', 'one', NOW);
  const job = (await readLedger(objects)).jobs['one']!;
  pauseJob(job, { code: 'asked-to-wait', retryAfterMs: 7 * DAY_MS }, NOW);
  expect(job.nextTryAtMs).toBe(NOW + DAY_MS);
});

const episode = (feed: string, at: number) => ({
  id: at,
  feed,
  identity: String(at),
  title: 'T'.repeat(100),
  podcast: 'P'.repeat(60),
  audio: `https://audio.example/${'a'.repeat(200)}/${at}.mp3`,
  publishedAtMs: NOW - at,
  language: 'en',
  durationSeconds: 60,
  persons: ['A'.repeat(300)],
  followers: 1,
  hasWritten: 0,
  copyGroup: null,
});

test('limits the jobs of a show and of all shows', async () => {
  const ledger = structuredClone(EMPTY_LEDGER);
  const settings = { languages: [], isForAllShows: true, secondsADay: 100_000_000 };
  const choice = { now: NOW, settings, requests: [] };
  const flood = Array.from({ length: 2000 }, (_, at) => episode('https://flood.example/', at));
  chooseEpisodes(ledger, flood, choice);
  expect(Object.keys(ledger.jobs)).toHaveLength(20);
  const shows = Array.from({ length: 400 }, (_, show) =>
    Array.from({ length: 30 }, (__, at) => episode(`https://show.example/${show}`, at)),
  );
  for (const show of shows) chooseEpisodes(ledger, show, choice);
  expect(Object.keys(ledger.jobs)).toHaveLength(5000);

  const objects = fileObjects(temporaryFolder());
  await changeLedger(objects, (each) => Object.assign(each, ledger));
  const bytes = (await objects.read('ledger'))?.bytes?.length ?? 0;
  expect(bytes).toBeLessThan(6_000_000);
});
