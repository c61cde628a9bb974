import { TREND_DAYS } from 'functions/contract';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HUBS, hubPath } from '#content/hubs.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { type Prerendered, PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { searchStore } from '#shared/search/search-store.ts';
import { HubEpisodes } from './hub-episodes.tsx';

beforeEach(() => {
  searchStore.clear();
  window.scrollTo = vi.fn();
  const episodes = Array.from({ length: 15 }, (_, index) =>
    sampleEpisode({ title: `Episode ${index + 1}`, link: `https://shows.example/${index + 1}` }),
  );
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes, total: 15 })));
});

async function loadAll() {
  render(<HubEpisodes hub={HUBS[0]!} shortName="AI" feed={null} slots={{}} />);
  await screen.findByText('Episode 4');
  await userEvent.click(screen.getByRole('button', { name: 'Load All AI Episodes' }));
}

test('loading all episodes focuses their heading', async () => {
  await loadAll();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'All AI Episodes' }));
});

test('a further page scrolls to the top', async () => {
  await loadAll();
  const pages = await screen.findByRole('navigation', { name: 'Pages of results' });
  await userEvent.click(within(pages).getByRole('link', { name: 'Next' }));
  await waitFor(() => expect(screen.getByText('Episode 11')).toBeTruthy());
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
});

describe('below the featured episodes', () => {
  const show = (prerendered: Prerendered | null = null) =>
    render(
      <PrerenderedEpisodes value={prerendered}>
        <HubEpisodes hub={HUBS[0]!} shortName="AI" feed="/a.xml" slots={{}} />
      </PrerenderedEpisodes>,
    );
  const line = () => screen.getByRole('button').parentElement?.querySelector('p')?.textContent;

  test('links the feed, without a total that contradicts a tile', () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const path = hubPath(HUBS[0]!.slug);
    const days = Array<number>(TREND_DAYS).fill(2);
    const trend = { lastDay: Date.UTC(2026, 10, 10), days, shows: [] };
    const episodes = [sampleEpisode({})];
    const { container } = show({
      path,
      query: null,
      episodes,
      total: 60,
      trend,
      foundAtMs: Date.now(),
    });
    expect(screen.getByRole('link', { name: 'RSS feed' }).getAttribute('href')).toBe('/a.xml');
    expect(screen.getByText('14 episodes this week')).toBeTruthy();
    expect(container.textContent).not.toMatch(/\b60 episodes/);
  });

  test('reports that there are no episodes', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
    show();
    await waitFor(() => expect(line()).toBe('No episodes mention these topics right now.'));
  });

  test('shows nothing while the number is unknown', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    show();
    expect(line()).toBe('');
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    log.mockClear();
    expect(line()).toBe('');
  });
});
