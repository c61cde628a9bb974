import { expect, test } from 'vitest';
import type { UnheardEpisode } from '../../catalogue/store/heard-store.ts';
import { HOUR_MS } from '../../contract/index.ts';
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger.ts';
import { chooseEpisodes } from './choose-episodes.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

function episode(podcast: string, values: Partial<UnheardEpisode> = {}): UnheardEpisode {
  const title = values.title ?? podcast;
  return {
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

function chosen(
  candidates: readonly UnheardEpisode[],
  {
    minutes = 60,
    shows = {},
    languages = [] as string[],
    all = false,
    awaited = [] as string[],
  } = {},
) {
  const ledger: Ledger = { ...structuredClone(EMPTY_LEDGER), shows };
  const settings = { languages, isForAllShows: all, secondsADay: minutes * 60 };
  chooseEpisodes(ledger, candidates, { now: NOW, settings, awaited: new Set(awaited) });
  return Object.values(ledger.jobs);
}
const titles = (...asked: Parameters<typeof chosen>) => chosen(...asked).map(({ title }) => title);

test('chooses shows that are followed, named by alerts or always included', () => {
  const shows = {
    'https://always.example/feed': 'always',
    'https://never.example/feed': 'never',
  } as const;
  const candidates = [
    episode('followed'),
    episode('unknown', { followers: 0 }),
    episode('Awaited', { followers: 0 }),
    episode('always', { followers: 0 }),
    episode('never'),
  ];
  expect(titles(candidates, { shows, awaited: ['awaited'] })).toEqual([
    'followed',
    'Awaited',
    'always',
  ]);
  expect(titles(candidates, { all: true, shows })).toEqual([
    'followed',
    'unknown',
    'Awaited',
    'always',
  ]);
});

test('chooses in rounds of one episode per show, most followers first', () => {
  const candidates = [
    episode('small', { title: 'small 2' }),
    episode('large', { title: 'large 2', followers: 9 }),
    episode('small', { title: 'small 1' }),
    episode('large', { title: 'large 1', followers: 9 }),
  ];
  expect(titles(candidates)).toEqual(['large 2', 'small 2', 'large 1', 'small 1']);
  expect(titles(candidates, { minutes: 30 })).toEqual(['large 2', 'small 2', 'large 1']);
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
