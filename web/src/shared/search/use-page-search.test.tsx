import { act, renderHook } from '@testing-library/react';
import type { Episode, SearchRequest } from 'functions/contract';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { type Prerendered, PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { topicFailureText } from './topic-failure-text.ts';
import { USUAL_CHOICE } from './search-address.ts';
import { searchStore } from './search-store.ts';
import { usePageSearch } from './use-page-search.ts';

const MINUTE_MS = 60_000;
const WRITTEN = { ...USUAL_CHOICE, spoken: false };
const KEYWORDS = ['OpenAI'];
const OLD = sampleEpisode({ title: 'Old', link: 'https://shows.example/old' });
const NEW = sampleEpisode({ title: 'New', link: 'https://shows.example/new' });

const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

/** A backend whose responses are sent by the test. */
function backend() {
  const asked: SearchRequest[] = [];
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body) as SearchRequest);
    return new Promise<Response>((resolve) => (answer = resolve));
  });
  const settle = async (response: Response) => {
    answer(response);
    await settled();
  };
  const found = (...episodes: Episode[]) => settle(Response.json({ episodes, total: 7 }));
  return { asked, settle, found };
}

/** Opens the page with prerendered results and records each state. */
async function open(change: Partial<Prerendered> | null, choice = USUAL_CHOICE) {
  const about = { path: '/company/openai', query: null, total: 1 };
  const prerendered = change && { ...about, episodes: [OLD], foundAtMs: Date.now(), ...change };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PrerenderedEpisodes value={prerendered}>{children}</PrerenderedEpisodes>
  );
  const shown: string[] = [];
  const { result, unmount } = renderHook(
    () => {
      const search = usePageSearch({
        keywords: KEYWORDS,
        page: 1,
        choice,
        failureText: topicFailureText,
      });
      const { searchResults, isLoading, error } = search;
      shown.push(isLoading ? 'loading' : error || searchResults.map(({ title }) => title).join());
      return search;
    },
    { wrapper },
  );
  await settled();
  return { shown, unmount, state: () => result.current };
}

beforeEach(() => {
  searchStore.clear();
});

test('shows fresh prerendered results completely, without a search', async () => {
  const { asked } = backend();
  const { shown, state } = await open({ total: 1000, asked: 'Episodes that mention OpenAI' });
  expect(new Set(shown)).toEqual(new Set(['Old']));
  expect(state()).toMatchObject({ totalResults: 1000, asked: 'Episodes that mention OpenAI' });
  expect(asked).toEqual([]);
});

test('keeps the options of a prerendered page', async () => {
  const { asked } = backend();
  const { state } = await open({ choice: WRITTEN }, WRITTEN);
  expect(state()).toMatchObject({ lastSearchChoice: WRITTEN, totalResults: 1 });
  expect(asked).toEqual([]);
});

test('shows prerendered episodes older than ten minutes until newer episodes arrive', async () => {
  const { asked, found } = backend();
  const { shown, state } = await open({ foundAtMs: Date.now() - 11 * MINUTE_MS });
  expect(asked).toEqual([{ keywords: KEYWORDS, language: 'English' }]);
  expect(new Set(shown)).toEqual(new Set(['Old']));
  await found(NEW, OLD);
  expect(new Set(shown)).toEqual(new Set(['Old', 'New,Old']));
  expect(state().totalResults).toBe(7);
});

test('keeps prerendered episodes without an error if a refresh fails', async () => {
  const { settle } = backend();
  const { shown } = await open({ foundAtMs: Date.now() - 11 * MINUTE_MS });
  await settle(new Response('', { status: 503 }));
  expect(new Set(shown)).toEqual(new Set(['Old']));
});

test('refreshes a prerendered page without episodes, and shows it as empty meanwhile', async () => {
  const { asked, found } = backend();
  const { shown } = await open({ episodes: [], total: 0 });
  expect(asked).toHaveLength(1);
  await found(NEW);
  expect(new Set(shown)).toEqual(new Set(['', 'New']));
});

test('searches on a page that was not prerendered', async () => {
  const { found } = backend();
  const { shown } = await open(null);
  expect(new Set(shown)).toEqual(new Set(['loading']));
  await found(NEW);
  expect(shown.at(-1)).toBe('New');
});

test('refreshes a stale page restored from the bfcache while it is mounted', async () => {
  const { asked } = backend();
  const { unmount } = await open({});
  const comeBack = () => {
    const event = new Event('pageshow');
    Object.assign(event, { persisted: true });
    window.dispatchEvent(event);
    return settled();
  };
  await comeBack();
  expect(asked).toEqual([]);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * MINUTE_MS);
  await comeBack();
  expect(asked).toHaveLength(1);
  unmount();
  await comeBack();
  expect(asked).toHaveLength(1);
});
