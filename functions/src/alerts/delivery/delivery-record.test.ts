import { expect, test } from 'vitest';
import { queuedProgress } from '../outbox/digest-progress.ts';
import type { Digest } from '../outbox/digest.ts';
import { deliveryRecord } from './delivery-record.ts';

test('the history knows which keywords are queries, so that it can say them in plain words', () => {
  const section = {
    episodes: [],
    moreCount: 2,
    episodeIds: new Uint8Array(),
    keys: new Uint8Array(),
  };
  const digest: Digest = {
    uid: 'ada',
    slotMs: 0,
    cadence: 'daily',
    ...queuedProgress(0, null),
    state: 'sent',
    finishedAtMs: 5,
    sections: [
      { alertId: 'a', keyword: 'openai -sponsor', language: 1, ...section },
      { alertId: 'b', keyword: '-5', ...section },
    ],
  };
  expect(deliveryRecord(digest, null)?.alerts).toEqual([
    { alertId: 'a', keyword: 'openai -sponsor', language: 1, count: 2, episodes: [] },
    { alertId: 'b', keyword: '-5', count: 2, episodes: [] },
  ]);
});
