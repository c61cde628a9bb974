import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import {
  INITIAL_SEARCH_STATE,
  searchStore,
  type SearchState,
} from '#shared/search/search-store.ts';
import { ResultsList } from './results-list.tsx';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';

function show(search: Partial<SearchState>, feed: string | null = null, choices = false) {
  const found = { ...INITIAL_SEARCH_STATE, searchResults: [sampleEpisode()], totalResults: 1 };
  render(
    <MemoryRouter>
      <ResultsList
        search={{ ...found, ...search }}
        feed={feed}
        choices={choices}
        pageAddress={() => '/'}
        onPageChange={() => undefined}
      />
    </MemoryRouter>,
  );
}

test('suggests a spelling if nothing is found', () => {
  const nothing = { searchResults: [], totalResults: 0 };
  const meant = () => screen.queryByRole('link')?.getAttribute('href');
  show(nothing);
  expect(meant()).toBeUndefined();
  show({ ...nothing, meant: ['openai', '-show:"Hard Fork"'] });
  expect(screen.getByText(/^Did you mean/).textContent).toBe(
    'Did you mean openai, -show:"Hard Fork"?',
  );
  expect(meant()).toBe('/?q=openai,-show%3A%22Hard+Fork%22');
});

describe('the feed of the episodes', () => {
  const feed = () => screen.queryByRole('link', { name: 'RSS feed' })?.getAttribute('href');

  test('links the feed beside the number of results', () => {
    show({}, '/company/openai.xml');
    expect(feed()).toBe('/company/openai.xml');
  });

  test('shows no feed link without a feed', () => {
    show({});
    expect(feed()).toBeUndefined();
  });
});

test('prefetches the next page if the page links come into view, even between two reports', () => {
  let report: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  const prepare = vi.spyOn(searchStore, 'prepareNext').mockResolvedValue();
  show({ totalResults: 25, reachable: 25 });
  report([{ isIntersecting: false }]);
  expect(prepare).not.toHaveBeenCalled();
  report([{ isIntersecting: false }, { isIntersecting: true }]);
  expect(prepare).toHaveBeenCalledOnce();
});
