import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { HUBS } from '#content/hubs.ts';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
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

test('whoever loads all episodes goes on at their heading, which is read out', async () => {
  await loadAll();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'All AI Episodes' }));
});

test('another page of them begins at the top', async () => {
  await loadAll();
  const pages = await screen.findByRole('navigation', { name: 'Pages of results' });
  await userEvent.click(within(pages).getByRole('link', { name: 'Next' }));
  await waitFor(() => expect(screen.getByText('Episode 11')).toBeTruthy());
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
});
