import { expect, test } from 'vitest';
import type { Digest } from './digest.ts';
import { queuedProgress } from './digest-progress.ts';
import { pairBytes, pairHash } from './ledger.ts';
import { digestFields, readDigest } from './outbox-documents.ts';

const now = Date.UTC(2026, 10, 21, 12);

const digest: Digest = {
  uid: 'ada',
  slotMs: now,
  cadence: 'daily',
  sections: [
    {
      alertId: 'a',
      keyword: 'OpenAI',
      episodes: [],
      moreCount: 3,
      pairs: pairBytes([pairHash('a', 'episode')]),
    },
    {
      ...{ alertId: 'b', keyword: 'openai -sponsor', language: 1, episodes: [], moreCount: 1 },
      pairs: pairBytes([]),
    },
  ],
  ...queuedProgress(now),
};

test('a digest is read as it was written', () => {
  expect(readDigest(digestFields(digest))).toEqual(digest);
});

test('a digest written before its pairs were kept has none', () => {
  const { sections, ...fields } = digestFields(digest);
  const before = (sections as object[]).map((section) => ({ ...section, pairs: undefined }));
  expect(readDigest({ ...fields, sections: before }).sections[0]?.pairs).toHaveLength(0);
});
