import { expect, test } from 'vitest';
import { queuedProgress } from './digest-progress.ts';
import type { Digest } from './digest.ts';
import { deliveryRecord } from './delivery-record.ts';

const NO_KEYS = { episodeIds: new Uint8Array(), keys: new Uint8Array() };

function sentDigest(sections: Digest['sections']): Digest {
  return {
    uid: 'ada',
    slotMs: 0,
    cadence: 'daily',
    ...queuedProgress(0, null),
    state: 'sent',
    finishedAtMs: 5,
    sections,
  };
}

test('a history entry of 200 alerts with long texts fits into a document', () => {
  const episode = {
    title: '€'.repeat(500),
    podcast: '€'.repeat(300),
    link: `https://show.example/${'l'.repeat(2000)}`,
    image: '',
    pubDateMs: 0,
    foundAtMs: 1_800_000_000_000,
    excerpt: '',
  };
  const sections = Array.from({ length: 200 }, (_, number) => ({
    alertId: `a${number}`,
    keyword: '€'.repeat(200),
    episodes: Array.from({ length: 20 }, () => episode),
    moreCount: 0,
    ...NO_KEYS,
  }));
  const record = deliveryRecord(sentDigest(sections), null);
  expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(1_000_000);
  expect(record?.alerts[0]?.episodes).toHaveLength(3);
  expect(record?.alerts.map(({ count }) => count)).toEqual(sections.map(() => 20));
});

test('a history entry says which keywords are queries', () => {
  const section = { episodes: [], moreCount: 2, ...NO_KEYS };
  const digest = sentDigest([
    { alertId: 'a', keyword: 'openai -sponsor', language: 1, ...section },
    { alertId: 'b', keyword: '-5', ...section },
  ]);
  expect(deliveryRecord(digest, null)?.alerts).toEqual([
    { alertId: 'a', keyword: 'openai -sponsor', language: 1, count: 2, episodes: [] },
    { alertId: 'b', keyword: '-5', count: 2, episodes: [] },
  ]);
});

test('a history entry has the times of matches that it does not list, if known', () => {
  const found = [9, 8, 7, 6, undefined, 4].map((foundAtMs) => ({
    title: 'On graphs',
    podcast: 'Data',
    link: '',
    image: '',
    pubDateMs: 0,
    excerpt: '',
    ...(foundAtMs !== undefined && { foundAtMs }),
  }));
  const section = {
    alertId: 'a',
    keyword: 'graphs',
    moreCount: 5,
    ...NO_KEYS,
  };
  const digest = sentDigest([
    { ...section, episodes: found },
    { ...section, episodes: found.slice(0, 3) },
  ]);
  const record = deliveryRecord(digest, null);
  expect(record?.alerts.map(({ count, moreFoundAtMs }) => [count, moreFoundAtMs])).toEqual([
    [11, [6, 4]],
    [8, undefined],
  ]);
});
