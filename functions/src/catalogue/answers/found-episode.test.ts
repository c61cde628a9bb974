import { expect, test } from 'vitest';
import type { Episode } from '../../contract/index.ts';
import { wholeEpisode } from '../../contract/fixtures/whole-episode.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { FoundRow } from '../schema/episode-row.ts';
import { planQuery } from '../../query/plan-query.ts';
import { foundTexts, toFoundEpisode } from './found-episode.ts';

/** Fields whose values come from other tables, so that a row alone does not set them. */
const ADDED: readonly (keyof Episode)[] = [
  'spoken',
  'spokenTotal',
  'transcript',
  'alsoIn',
  'alsoInMore',
  'machineTranscript',
  'timesMayDiffer',
];

const row: FoundRow = {
  item: 'https://show.example/feed ABC',
  publishedAtMs: 1_790_000_000_000,
  title: 'Ledgers',
  link: 'https://podcast.example/1',
  audio: 'https://podcast.example/1.mp3',
  image: 'https://podcast.example/cover.png',
  podcast: 'Small Bets',
  publisher: 'Ada',
  description: 'About ledgers.',
  durationSeconds: 2880,
  speakers: '',
  persons: '@Ada',
  chapters: 'Hello',
  chapterTimes: '0',
  state: 'public',
};

test('sets every field of the contract for a complete episode', () => {
  const texts = foundTexts(planQuery(['ledgers'])!);
  const answered = [row, { ...row, state: 'followers' as const }].flatMap((each) =>
    Object.keys(toFoundEpisode(each, texts)),
  );
  const fields = Object.keys(wholeEpisode).filter((name) => !ADDED.some((each) => each === name));
  expect([...new Set(answered)].sort()).toEqual(fields.sort());
});

test('omits the show id of a followers-only show', () => {
  const texts = foundTexts(planQuery(['ledgers'])!);
  expect(toFoundEpisode(row, texts).showId).toBe(showIdOf('https://show.example/feed'));
  expect(toFoundEpisode({ ...row, state: 'followers' }, texts).showId).toBeUndefined();
});
