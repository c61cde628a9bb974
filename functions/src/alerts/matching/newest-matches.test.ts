import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import type { EpisodeFacts, NewEpisode } from '../../catalogue/changes/new-episode.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { countAfter, NONE_COUNTED, withCounted } from './counted-matches.ts';
import { createNewestMatches, HELD_MATCHES, type NewestMatches } from './newest-matches.ts';

const now = Date.UTC(2026, 10, 21, 12);

/** An episode published and stored this many minutes ago. */
function episode(minutes: number): NewEpisode {
  const key = String(minutes);
  const atMs = now - minutes * MINUTE_MS;
  return newEpisode({ key, item: key, title: key, link: '', pubDateMs: atMs, ingestedAtMs: atMs });
}

function countMore({ counted }: NewestMatches<EpisodeFacts>, savedAtMs: number): number {
  return countAfter(withCounted(NONE_COUNTED, counted), savedAtMs);
}

test('of few matches all are held', () => {
  const matches = createNewestMatches();
  matches.add(3, episode(1));
  expect(matches.of(3)).toMatchObject({ episodes: [{ key: '1' }] });
  expect(countMore(matches.of(3)!, 0)).toBe(0);
  expect(matches.of(0)).toBeNull();
});

test('of many those that come first are held, and the others are counted', () => {
  const matches = createNewestMatches();
  const count = 10 * HELD_MATCHES + 7;
  for (let each = 0; each < count; each += 1) matches.add(0, episode(each));
  const { episodes } = matches.of(0)!;
  const ages = episodes.map(({ item }) => Number(item)).sort((a, b) => a - b);
  expect(ages).toEqual([...Array(HELD_MATCHES).keys()]);
  expect(countMore(matches.of(0)!, 0)).toBe(count - HELD_MATCHES);
  expect(countMore(matches.of(0)!, now)).toBe(0);
});

test('of an episode in thousands of feeds a few are held, none is counted, and none crowds out others', () => {
  const matches = createNewestMatches();
  const other = episode(5 * HELD_MATCHES);
  for (let each = 0; each < 4 * HELD_MATCHES; each += 1) {
    const copies = { keys: [7], group: -7, feedId: each };
    matches.add(0, { ...episode(each), copies });
    matches.add(1, { ...episode(each), copies });
  }
  matches.add(0, other);
  const { episodes } = matches.of(0)!;
  expect(episodes).toContain(other);
  expect(episodes.length).toBeLessThan(10);
  expect(countMore(matches.of(0)!, 0)).toBe(0);
  expect(matches.of(1)?.episodes).toHaveLength(episodes.length - 1);
});

test('of copies the one first seen is held, whatever dates the others put on it', () => {
  const matches = createNewestMatches();
  const copy = (feedId: number, pubMinutes: number, seenMinutes: number) => ({
    ...episode(pubMinutes),
    key: `feed ${feedId}`,
    copies: { keys: [7], group: -7, feedId },
    ingestedAtMs: now - seenMinutes * MINUTE_MS,
  });
  for (let feed = 20; feed < 40; feed += 1) matches.add(0, copy(feed, 1, 10));
  const original = copy(3, 200, 120);
  matches.add(0, original);
  matches.add(0, copy(40, 300, 5));
  const { episodes } = matches.of(0)!;
  expect(episodes).toContain(original);
  expect(episodes).toHaveLength(6);
  expect(countMore(matches.of(0)!, 0)).toBe(0);
});

test('those counted are told apart by when they became news, to a quarter of an hour', () => {
  const matches = createNewestMatches();
  for (let each = 0; each < 20 * HELD_MATCHES; each += 1) matches.add(0, episode(each));
  // Plus a quarter of an hour, the time that a refresh may take.
  const savedAtMs = now - 5 * HOUR_MS + 15 * MINUTE_MS;
  const expected = 5 * 60 - HELD_MATCHES;
  expect(Math.abs(countMore(matches.of(0)!, savedAtMs) - expected)).toBeLessThanOrEqual(15);
});
