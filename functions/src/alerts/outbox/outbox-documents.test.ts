import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { REASON_PLACES } from '../../contract/index.ts';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import type { Digest } from './digest.ts';
import { queuedProgress } from './digest-progress.ts';
import { EMPTY_SENT_LOG, keyHash, pairBytes } from './sent-log.ts';
import { readActiveAlert } from '../alert-record.ts';
import { digestFields, readDigest, readSentLog } from './outbox-documents.ts';

const now = Date.UTC(2026, 10, 21, 12);

const digest: Digest = {
  uid: 'ada',
  slotMs: now,
  cadence: 'daily',
  sections: [
    {
      alertId: 'a',
      keyword: 'OpenAI',
      episodes: [
        sampleDigestEpisode({
          pubDateMs: now,
          excerpt: '',
          alsoIn: ['Big Bets'],
          reasons: REASON_PLACES.map((place) => ({ place, text: `>>>${place}<<<` })),
        }),
      ],
      moreCount: 3,
      episodeIds: pairBytes([keyHash('one')]),
      keys: pairBytes([keyHash('episode')]),
    },
    {
      alertId: 'b',
      keyword: 'openai -sponsor',
      language: 1,
      episodes: [],
      moreCount: 1,
      spoken: false,
      episodeIds: pairBytes([]),
      keys: pairBytes([]),
    },
  ],
  ...queuedProgress(now),
};

test('a digest survives writing and reading', () => {
  expect(readDigest(digestFields(digest))).toEqual(digest);
});

test('reads the options and times of an alert', () => {
  const createdAt = Timestamp.fromMillis(now);
  const changedAt = Timestamp.fromMillis(now + 5);
  const read = (fields: object) =>
    readActiveAlert('ada', '001', { keyword: 'OpenAI', createdAt, ...fields }, now + 10);
  const plain = { uid: 'ada', keyword: 'OpenAI', sinceMs: now };
  expect(read({})).toMatchObject(plain);
  expect(read({})).not.toHaveProperty('spoken');
  expect(read({ spoken: false, changedAt })).toMatchObject({
    ...plain,
    spoken: false,
    changedAtMs: now + 5,
  });
  expect(read({ spoken: true, changedAt })).not.toHaveProperty('spoken');
  const pausedUntil = (atMs: number) => ({ pausedUntil: Timestamp.fromMillis(now + atMs) });
  expect(read({ paused: true })).toBeNull();
  expect(read({ paused: true, ...pausedUntil(11) })).toBeNull();
  expect(read({ paused: true, ...pausedUntil(10) })).toMatchObject({ sinceMs: now + 10 });
  expect(read({ paused: false, ...pausedUntil(11) })).toMatchObject(plain);
});

test('reads a digest of 1.0 without its halves', () => {
  const stored = {
    ...digestFields({ ...digest, channel: { id: 'hook', kind: 'webhook' } }),
    half: { of: 'd', sinceMs: now },
    halving: { refusals: 3, takenAtMs: null },
    refusedAtMs: now,
    channel: { id: 'hook', kind: 'webhook', lastAttempt: 11 },
  };
  const read = readDigest(stored);
  expect(read).toEqual({ ...digest, channel: { id: 'hook', kind: 'webhook' } });
  for (const field of ['half', 'halving', 'refusedAtMs']) {
    expect(digestFields(read)).not.toHaveProperty(field);
  }
});

test('reads a sent log of 1.0 whose last digest failed in halves', () => {
  const failed = { digestId: 'd', inRow: 2, inHalves: true };
  expect(readSentLog({ ...EMPTY_SENT_LOG, failed })).toMatchObject({
    failed: { digestId: 'd', inRow: 2 },
  });
});
