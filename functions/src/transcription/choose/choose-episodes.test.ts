import { expect, test } from 'vitest';
import type { UntranscribedEpisode } from '../../catalogue/store/transcription-store.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger.ts';
import { chooseEpisodes } from './choose-episodes.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

function episode(
  podcast: string,
  values: Partial<UntranscribedEpisode> = {},
): UntranscribedEpisode {
  const title = values.title ?? podcast;
  return {
    id: 1,
    feed: `https://${podcast}.example/feed`,
    identity: title,
    title,
    podcast,
    audio: 'https://a.example/1.mp3',
    publishedAtMs: NOW - HOUR_MS,
    language: 'en-US',
    durationSeconds: 600,
    persons: [],
    followers: 1,
    hasWritten: 0,
    copyGroup: null,
    ...values,
  };
}

/** Each show has a follower of its own, unless `people` says who asks for which shows. */
function chosen(
  candidates: readonly UntranscribedEpisode[],
  {
    minutes = 60,
    shows = {},
    languages = [] as string[],
    all = false,
    people = undefined as Record<string, string[]> | undefined,
    jobs = {},
  } = {},
) {
  const ledger: Ledger = { ...structuredClone(EMPTY_LEDGER), shows, jobs: structuredClone(jobs) };
  const settings = { languages, isForAllShows: all, secondsADay: minutes * 60 };
  const asked = people ?? Object.fromEntries(candidates.map(({ podcast }) => [podcast, [podcast]]));
  const requests = Object.entries(asked).flatMap(([person, podcasts]) =>
    podcasts.map((podcast) => ({ person, feed: `https://${podcast}.example/feed` })),
  );
  chooseEpisodes(ledger, candidates, { now: NOW, settings, requests });
  return Object.values(ledger.jobs);
}
const titles = (...asked: Parameters<typeof chosen>) => chosen(...asked).map(({ title }) => title);
const several = (podcast: string, count: number, values: Partial<UntranscribedEpisode> = {}) =>
  Array.from({ length: count }, (_, at) =>
    episode(podcast, {
      title: `${podcast} ${at}`,
      publishedAtMs: NOW - (at + 1) * 1000,
      ...values,
    }),
  );

test('chooses shows that somebody asks for or the operator always includes', () => {
  const shows = {
    'https://always.example/feed': 'always',
    'https://never.example/feed': 'never',
  } as const;
  const candidates = ['asked', 'unknown', 'always', 'never'].map((podcast) => episode(podcast));
  const people = { Ada: ['asked', 'never'] };
  expect(titles(candidates, { shows, people })).toEqual(['always', 'asked']);
  expect(titles(candidates, { all: true, shows, people })).toEqual(['always', 'asked', 'unknown']);
});

test('chooses the operator’s shows first, however many people ask for others', () => {
  const candidates = [...several('asked', 5, { followers: 99 }), ...several('always', 2)];
  const shows = { 'https://always.example/feed': 'always' } as const;
  expect(titles(candidates, { minutes: 20, shows })).toEqual(['always 0', 'always 1']);
});

test('chooses one episode for each person in turn, whatever their shows publish', () => {
  const many = Array.from({ length: 50 }, (_, at) => `flood${at}`);
  const candidates = [
    ...many.flatMap((podcast) => several(podcast, 3)),
    ...several('small', 3, { publishedAtMs: NOW - 6 * DAY_MS }),
    ...several('other', 1, { publishedAtMs: NOW - 6 * DAY_MS }),
  ];
  const people = { Mallory: many, Ada: ['small'], Bo: ['other'] };
  const first = titles(candidates, { minutes: 30, people });
  expect(first.toSorted()).toEqual([expect.stringMatching(/^flood/), 'other 0', 'small 0']);
  expect(
    titles(candidates, { minutes: 50, people }).filter((each) => /^flood/.test(each)),
  ).toHaveLength(2);
});

test('counts an episode for everybody who asked for its show', () => {
  const candidates = [
    episode('popular', { followers: 9 }),
    episode('a'),
    episode('b'),
    episode('c'),
  ];
  const people = { Ada: ['popular', 'a'], Bo: ['popular', 'b'], Cy: ['c'] };
  expect(titles(candidates, { minutes: 20, people })).toEqual(['popular', 'c']);
});

test('gives the turn to those for whom less was chosen within a week', () => {
  const candidates = [...several('a', 2), ...several('b', 1, { publishedAtMs: NOW - DAY_MS })];
  const people = { Ada: ['a'], Bo: ['b'] };
  const [first] = chosen(candidates, { minutes: 10, people });
  expect(first?.title).toBe('a 0');
  const jobs = { done: { ...first!, state: 'heard' as const, askedAtMs: NOW - DAY_MS } };
  expect(titles(candidates, { minutes: 10, people, jobs })).toEqual(['a 0', 'b 0']);
});

test('chooses in rounds of one episode per show if all shows are on, most followers first', () => {
  const candidates = [...several('small', 2), ...several('large', 2, { followers: 9 })];
  const all = { all: true, people: {} };
  expect(titles(candidates, all)).toEqual(['large 0', 'small 0', 'large 1', 'small 1']);
  expect(titles(candidates, { ...all, minutes: 30 })).toEqual(['large 0', 'small 0', 'large 1']);
});

test('chooses a shorter episode of the person if the next one exceeds the budget', () => {
  const candidates = [
    episode('a', { title: 'long', durationSeconds: 7200 }),
    episode('a', { title: 'short', publishedAtMs: NOW - 2 * HOUR_MS }),
  ];
  expect(titles(candidates)).toEqual(['short']);
});

test('chooses one of several duplicates, and only listed languages', () => {
  const candidates = [
    episode('a', { copyGroup: 7 }),
    episode('b', { copyGroup: 7 }),
    episode('c', { language: 'de' }),
    episode('d', { language: null }),
  ];
  expect(titles(candidates)).toEqual(['a', 'c', 'd']);
  expect(titles(candidates, { languages: ['de'] })).toEqual(['c']);
});

test('waits two hours if the show has had transcripts', () => {
  expect(titles([episode('new', { hasWritten: 1 })])).toEqual([]);
  expect(titles([episode('late', { hasWritten: 1, publishedAtMs: NOW - 3 * HOUR_MS })])).toEqual([
    'late',
  ]);
});

test('prompts with names of the show and the episode only', () => {
  const [job] = chosen([episode('Show', { title: 'With Ada', persons: ['Ada Holm', 'Bo Lind'] })]);
  expect(job?.prompt).toBe('Show. With Ada. Ada Holm. Bo Lind');
  expect(job?.language).toBe('en');
});
