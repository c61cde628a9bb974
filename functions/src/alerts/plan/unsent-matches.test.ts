import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { isSent, keysToRemember, episodeKeys } from '../outbox/episode-keys.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const SENT = newEpisode({
  item: 'https://show.example/feed 1A',
  title: 'Learn C',
  pubDateMs: NOON,
  ingestedAtMs: NOON,
  copies: { keys: [7, 8], ofAudio: [7], audio: 1, group: -8, feedId: 1 },
});
const ELSEWHERE = { item: 'https://other.example/feed 2B' };
const NEXT = { item: 'https://show.example/feed 1B' };

function countsAsSent(change: Partial<NewEpisode>): boolean {
  const known = new Set(keysToRemember(episodeKeys(SENT)));
  return isSent(episodeKeys({ ...SENT, ...change }), (key) => known.has(key));
}

const copies = (keys: number[], audio = 2) => ({
  copies: { keys, ofAudio: keys.filter((key) => key < 8), audio, group: null, feedId: 2 },
});

test.each<[string, Partial<NewEpisode>]>([
  ['the same item with other texts', { title: 'Learn D', podcast: 'B', ...copies([9]) }],
  ['an item of another feed with the same audio key', { ...ELSEWHERE, ...copies([9, 7]) }],
  ['an item with a shared key', { ...ELSEWHERE, ...copies([8]) }],
  ['an item of its feed that shares a key beside the audio’s', { ...NEXT, ...copies([7, 8], 1) }],
])('counts as sent: %s', (_, change) => {
  expect(countsAsSent(change)).toBe(true);
});

test.each<[string, Partial<NewEpisode>]>([
  ['another item with the same title and day', { ...NEXT, ...copies([]) }],
  ['another item of its feed with the same audio', { ...NEXT, ...copies([7, 9], 1) }],
  ['another item with other keys', { ...ELSEWHERE, ...copies([9, 10]) }],
  ['an item whose name equals a key', { item: '7', ...copies([]) }],
])('counts as unsent: %s', (_, change) => {
  expect(countsAsSent(change)).toBe(false);
});
