import { expect, test } from 'vitest';
import type { EpisodeFacts } from '../../catalogue/changes/new-episode.ts';
import { HOUR_MS } from '../../contract/index.ts';
import { heardSinceMs, unpackHeard, withHeard } from './heard-shows.ts';

const FIRST = Date.UTC(2026, 9, 1);

const episode = (show: string, ingestedAtMs: number, forFollowers?: true): EpisodeFacts => ({
  item: `https://${show}.example/feed 1`,
  title: '',
  podcast: show,
  pubDateMs: 0,
  ingestedAtMs,
  ...(forFollowers && { forFollowers }),
});

test('notes when each show was first heard, to the minute, and apart while only followers find it', () => {
  const packed = withHeard(new Uint8Array(), [
    episode('a', FIRST + 30_000),
    episode('b', FIRST + HOUR_MS, true),
  ])!;
  const heard = unpackHeard(packed);
  expect(heardSinceMs(heard, episode('a', 0))).toBe(FIRST);
  expect(heardSinceMs(heard, episode('b', 0, true))).toBe(FIRST + HOUR_MS);
  expect(heardSinceMs(heard, episode('b', 0))).toBeNull();
  expect(withHeard(packed, [episode('a', FIRST + HOUR_MS)])).toBeNull();
  const earlier = withHeard(packed, [episode('a', FIRST - HOUR_MS)])!;
  expect(heardSinceMs(unpackHeard(earlier), episode('a', 0))).toBe(FIRST - HOUR_MS);
});

test('takes no more than a document of Firestore holds, and keeps what it has', () => {
  const many = Array.from({ length: 100_500 }, (_, number) => episode(`show${number}`, FIRST));
  const packed = withHeard(new Uint8Array(), many)!;
  expect(packed.length).toBeLessThanOrEqual(800_000);
  expect(heardSinceMs(unpackHeard(packed), many[0]!)).toBe(FIRST);
});
