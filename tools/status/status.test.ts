import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { refusedInCloud, refusedInLog } from './refused-searches.ts';
import { type Status, statusText } from './status-text.ts';

const now = Date.UTC(2026, 10, 25, 12);

const status: Status = {
  counts: {
    people: 12,
    alerts: 40,
    mails: { sent: 9, waiting: 2, failed: 1, cancelled: 3 },
    messages: { made: 7, waiting: 0 },
    suppressed: { bounce: 1, dropped: 0, spamreport: 0, unsubscribe: 4 },
    channels: { all: 5, failing: 2, off: 1 },
  },
  ages: { oldestMailMs: 5 * MINUTE_MS, oldestMessageMs: null },
  feeds: { feeds: 300, due: 4, lateMs: 3 * HOUR_MS, refreshedAtMs: now - 4 * MINUTE_MS },
  transcription: {
    usedSeconds: 5401,
    waiting: 3,
    failed: 1,
    weekSeconds: 7200,
    stopped: null,
    secondsADay: 7200,
    priceAnHour: 0.04,
  },
  refused: {
    counts: new Map([
      ['upstream-timeout', 1],
      ['rate-limited', 20],
    ]),
    since: 'in 24 hours',
  },
};

test('reports the numbers of people, mails, channels, feeds and searches', () => {
  expect(
    statusText(status, now)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'Alerts              40',
    'People              12 with preferences, channels or shows',
    'Mails, 24 hours     9 sent, 1 failed, 3 not needed any more; 2 waiting, the oldest for 5 minutes',
    'No more mail to     1 bounce, 0 dropped, 0 spamreport, 4 unsubscribe',
    'Channels            5, 2 failing, 1 switched off for it',
    'Messages, 24 hours  7 made; 0 waiting',
    'Feeds               300, 4 due, the first for 3 hours; refreshed 4 minutes ago',
    'Transcription       91 of 120 minutes today ($0.06), 3 waiting, 1 failed this week',
    'Refused searches    20 rate-limited, 1 upstream-timeout, in 24 hours',
  ]);
});

test('reports a log that could not be read', () => {
  const text = statusText({ ...status, refused: null }, now);
  expect(text).toContain('the log could not be read');
});

test('reports why nothing is transcribed', () => {
  expect(statusText({ ...status, transcription: null }, now)).toContain('Transcription       off');
  const transcription = { ...status.transcription!, stopped: 'service-refused' };
  expect(statusText({ ...status, transcription }, now)).toContain('; stopped: service-refused');
});

test('counts refused searches in the log of a local run', () => {
  const file = path.join(temporaryFolder(), 'start.log');
  const line = (fields: object) => `[emulators] >  ${JSON.stringify(fields)}`;
  writeFileSync(
    file,
    [
      line({ event: 'search', total: 3 }),
      line({ event: 'search', code: 'rate-limited' }),
      line({ event: 'api', code: 'rate-limited' }),
      line({ event: 'search', code: 'rate-limited' }),
      '[site] {no json',
    ].join('\n'),
  );
  expect(refusedInLog(file)).toEqual({
    counts: new Map([['rate-limited', 2]]),
    since: 'since npm start',
  });
  expect(refusedInLog(`${file}.none`)).toBeNull();
});

test('counts refused searches of a project in Cloud Logging', async () => {
  const entries = [{ jsonPayload: { event: 'search', code: 'upstream-timeout', tookMs: 5000 } }];
  const asked: unknown[] = [];
  const google = (code: number) => ({
    member: null,
    ask: (...call: unknown[]) => {
      asked.push(call);
      return Promise.resolve({ status: code, body: { entries } });
    },
  });
  expect(await refusedInCloud(google(200), 'heard-test', now)).toEqual({
    counts: new Map([['upstream-timeout', 1]]),
    since: 'in 24 hours',
  });
  const [[, , , { filter }]] = asked as [[string, string, string, { filter: string }]];
  expect(filter).toContain(`timestamp>="2026-11-24T12:00:00.000Z"`);
  expect(await refusedInCloud(google(403), 'heard-test', now)).toBeNull();
});
