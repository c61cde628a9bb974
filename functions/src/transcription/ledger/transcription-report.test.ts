import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { transcriptionWorld } from '../fixtures/transcription-world.ts';
import { changeLedger, readLedger } from './ledger-store.ts';
import { chooseShow, transcriptionReport } from './transcription-report.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

test('reports the budget of today and the jobs of the week', async () => {
  const { objects, addJob } = transcriptionWorld({}, 3600);
  for (const key of ['transcribed', 'long-ago', 'failed', 'waits']) await addJob(key, key, NOW);
  const ledger = await changeLedger(objects, (each) => {
    each.days = {
      '2026-11-27': { billed: 500, unknown: 0 },
      '2026-11-28': { billed: 60, unknown: 30 },
    };
    Object.assign(each.jobs['transcribed']!, {
      state: 'heard',
      endedAtMs: NOW - DAY_MS,
      durationSeconds: 3600,
    });
    Object.assign(each.jobs['long-ago']!, { state: 'heard', endedAtMs: NOW - 8 * DAY_MS });
    Object.assign(each.jobs['failed']!, { state: 'failed', endedAtMs: NOW - DAY_MS });
    each.jobs['waits']!.hold = { day: '2026-11-28', seconds: 10 };
    each.stop = { code: 'service-unpaid', message: '', endpoint: 'test', untilMs: NOW + 1 };
    return each;
  });
  const counted = { usedSeconds: 100, waiting: 1, failed: 1, weekSeconds: 3600 };
  const report = (now: number, endpoint = 'test') => transcriptionReport(ledger, endpoint, now);
  expect(report(NOW)).toEqual({ ...counted, stopped: 'service-unpaid' });
  expect(report(NOW + 1)).toEqual({ ...counted, stopped: null });
  expect(report(NOW, 'the next service').stopped).toBeNull();
});

test('stores the latest choice of the operator for a show', async () => {
  const { objects } = transcriptionWorld({}, 3600);
  const choose = (choice: 'always' | 'auto' | 'never') =>
    changeLedger(objects, (ledger) => chooseShow(ledger, 'https://show.example/feed', choice));
  const chosen = async () => (await readLedger(objects)).shows;
  await choose('never');
  expect(await chosen()).toEqual({ 'https://show.example/feed': 'never' });
  await choose('always');
  expect(await chosen()).toEqual({ 'https://show.example/feed': 'always' });
  await choose('auto');
  expect(await chosen()).toEqual({});
});
