import { expect, test, vi } from 'vitest';
import type { EpisodePage, EpisodePageLookup } from '../catalogue/answers/catalogue-query.ts';
import { sampleEpisode } from '../contract/fixtures/sample-episode.ts';
import type { EpisodeAnswer } from '../contract/index.ts';
import { createEpisodePages } from './episode-pages.ts';
import type { SharedMoments } from './shared-moments.ts';

const MOMENT = { show: '0123456789abcdef0123', id: '0'.repeat(32), atS: 953 };
const TOPICS = [{ path: '/company/openai', keywords: ['OpenAI'] }];
const FOUND: EpisodeAnswer = {
  episodes: [sampleEpisode({ title: 'Found' })],
  total: 1,
  about: { notes: '', said: [], mentions: [] },
};
const KEPT: EpisodeAnswer = { ...FOUND, episodes: [sampleEpisode({ title: 'Kept' })] };
const MISSING = { episodes: [], total: 0, about: null };

function open(page: EpisodePage | undefined, kept: EpisodeAnswer | null = KEPT) {
  const episodePage = vi.fn((_: EpisodePageLookup) => Promise.resolve(page ?? MISSING));
  const moments = {
    keep: vi.fn<SharedMoments['keep']>(() => Promise.resolve()),
    read: vi.fn<SharedMoments['read']>(() => Promise.resolve(kept)),
  };
  const pages = createEpisodePages({
    provider: page === undefined ? {} : { episodePage },
    moments,
    topics: () => TOPICS,
    limited: (answer) => ({ ...answer, total: 7 }),
  });
  return { pages, episodePage, ...moments };
}

test('returns the catalogue’s episode, within the limits of answers, and stores nothing', async () => {
  const { pages, episodePage, keep, read } = open(FOUND);
  expect(await pages(MOMENT, 'a')).toEqual({ ...FOUND, total: 7 });
  expect(episodePage).toHaveBeenCalledWith({ ...MOMENT, topics: TOPICS });
  expect([keep.mock.calls, read.mock.calls]).toEqual([[], []]);
});

test('stores a moment that is shared', async () => {
  const { pages, keep } = open(FOUND);
  const answer = await pages({ ...MOMENT, share: true }, 'a');
  expect(keep).toHaveBeenCalledExactlyOnceWith(MOMENT, answer, 'a');
});

test('returns a shared moment of an episode that is gone, without storing it again', async () => {
  const { pages, keep } = open(MISSING);
  expect(await pages({ ...MOMENT, share: true }, 'a')).toEqual(KEPT);
  expect(keep).not.toHaveBeenCalled();
  expect(await open(MISSING, null).pages(MOMENT, 'a')).toEqual(MISSING);
});

test('a blocked or followers-only show has no page, even of a shared moment', async () => {
  const { pages, read, keep } = open({ episodes: [], total: 0, about: null, isHidden: true });
  expect(await pages({ ...MOMENT, share: true }, 'a')).toEqual(MISSING);
  expect([read.mock.calls, keep.mock.calls]).toEqual([[], []]);
});

test('a backend without pages of episodes has only shared moments', async () => {
  expect(await open(undefined).pages(MOMENT, 'a')).toEqual(KEPT);
  expect(await open(undefined, null).pages(MOMENT, 'a')).toEqual(MISSING);
});
