import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { NewEpisode } from '../../catalogue/new-episode.ts';
import { toldKeys } from './told-keys.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const TOLD: NewEpisode = {
  key: 'https://show.example/1',
  item: 'https://show.example/feed 1A',
  title: 'Learn C',
  podcast: 'The Show',
  publisher: '',
  description: '',
  link: 'https://show.example/1',
  image: '',
  pubDateMs: NOON,
  ingestedAtMs: NOON,
  copies: { keys: [7, 8], group: -8, feedId: 1 },
};
const ELSEWHERE = { item: 'https://other.example/feed 2B', copies: undefined };

/** Whether an episode counts as told, once this one was. */
function isToldBy(change: Partial<NewEpisode> | { copies: undefined }): boolean {
  const of = (episode: NewEpisode) => {
    const { own, shared } = toldKeys(episode);
    return [...own, ...shared];
  };
  const known = new Set(of(TOLD));
  return of({ ...TOLD, ...change } as NewEpisode).some((key) => known.has(key));
}

test.each<[string, Parameters<typeof isToldBy>[0]]>([
  [
    'the same item, however it has changed',
    { title: 'Learn Rust', podcast: 'Renamed', pubDateMs: 0, copies: undefined },
  ],
  ['an item of another feed with show, title and day', ELSEWHERE],
  [
    'show and title in other cases and spaces',
    { ...ELSEWHERE, podcast: ' THE  show', title: 'learn  c' },
  ],
  ['another hour of the day', { ...ELSEWHERE, pubDateMs: NOON + 11 * HOUR_MS }],
  [
    'a copy with one of its keys',
    { item: 'b', podcast: 'Rival', copies: { keys: [8], group: -8, feedId: 2 } },
  ],
])('told: %s', (_, change) => {
  expect(isToldBy(change)).toBe(true);
});

test.each<[string, Parameters<typeof isToldBy>[0]]>([
  ['another title', { ...ELSEWHERE, title: 'Learn D' }],
  ['a title that differs in its signs alone', { ...ELSEWHERE, title: 'Learn C++' }],
  ['another one that differs in its signs alone', { ...ELSEWHERE, title: 'Learn C#' }],
  ['another show', { ...ELSEWHERE, podcast: 'Rival' }],
  ['another show whose name differs in its signs alone', { ...ELSEWHERE, podcast: 'The Show!' }],
  ['another day', { ...ELSEWHERE, pubDateMs: NOON + DAY_MS }],
  [
    'other keys of copies',
    { ...ELSEWHERE, podcast: 'Rival', copies: { keys: [9], group: null, feedId: 2 } },
  ],
])('not told: %s', (_, change) => {
  expect(isToldBy(change)).toBe(false);
});
