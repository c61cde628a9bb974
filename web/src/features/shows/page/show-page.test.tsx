import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ShowFacts } from 'functions/contract';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { ShowPage, type ShowSlots } from './show-page.tsx';

const ID = '0123456789abcdef0123';
const FACTS: ShowFacts = {
  id: ID,
  title: 'The Show',
  feedUrl: 'https://show.example/feed',
  term: 'show:"The Show"',
  episodes: 12,
  published: 0,
  heard: 0,
};
const EPISODES = [sampleEpisode({ title: 'Copper', publisher: 'Makers' })];

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('scrollTo', () => {});
});

function answer(body: unknown, status = 200) {
  fetched.mockImplementationOnce(() => Promise.resolve(Response.json(body, { status })));
}

function Address() {
  const { pathname, search } = useLocation();
  return <output>{decodeURIComponent(pathname + search)}</output>;
}

function open(address = `/show/${ID}`, slots: ShowSlots = {}) {
  return render(
    <MemoryRouter initialEntries={[address]}>
      <Address />
      <Routes>
        <Route
          path="/show/:id"
          element={<ShowPage id={ID} slots={slots} missing="Nothing here" />}
        />
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  );
}

const bodies = () =>
  fetched.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as unknown);

test('says why the newest episode has no transcript', async () => {
  answer({ episodes: EPISODES, total: 12, show: { ...FACTS, unheard: 'waits-in-turn' } });
  open();
  await screen.findByText(/No transcript of the newest episode yet: it waits its turn\.$/);
});

test('shows the newest episodes, the publisher and the coverage', async () => {
  answer({ episodes: EPISODES, total: 12, paged: true, show: FACTS });
  open();
  await screen.findByRole('heading', { level: 1, name: 'The Show' });
  screen.getByRole('heading', { name: 'Copper' });
  screen.getByText(/Its 12 recent episodes have only show notes/);
  expect(bodies()).toEqual([{ show: { id: ID } }]);
});

test('loads a further page', async () => {
  answer({ episodes: EPISODES, total: 12, paged: true, show: FACTS });
  open();
  await screen.findByRole('heading', { name: 'Copper' });
  answer({ episodes: [sampleEpisode({ title: 'Tin' })], total: 12, paged: true, show: FACTS });
  await userEvent.click(screen.getByRole('link', { name: 'Next' }));
  await screen.findByRole('heading', { name: 'Tin' });
  screen.getByRole('heading', { level: 1, name: 'The Show' });
  expect(bodies().at(-1)).toEqual({ show: { id: ID, skip: 10 } });
});

test('shows the missing page for an unknown show', async () => {
  answer({ episodes: [], total: 0, show: null });
  open();
  await screen.findByText('Nothing here');
});

test('shows a failure with a title and Retry, not the missing page', async () => {
  answer({}, 500);
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Error: 500 - Internal Server Error');
  expect(screen.queryByText('Nothing here')).toBeNull();
  expect(document.title).toBe('Show – Earshot');
  answer({}, 503);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Error: 503 - Service Unavailable');
  answer({ episodes: EPISODES, total: 12, paged: true, show: FACTS });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'Copper' });
  expect(document.title).toBe('The Show: latest episodes – Earshot');
});

test('says below Follow what following means, if the show can be followed', async () => {
  const { feedUrl: _, ...unfollowable } = FACTS;
  const sentence = 'Your alerts always cover the podcasts you follow, and we check those first.';
  const slots = { follow: () => 'Follow' };
  for (const [show, shown] of [
    [FACTS, [sentence]],
    [unfollowable, []],
  ] as const) {
    answer({ episodes: EPISODES, total: 12, paged: true, show });
    const { unmount } = open(`/show/${ID}`, slots);
    await screen.findByRole('heading', { name: 'Copper' });
    expect(screen.queryAllByText(sentence).map((each) => each.textContent)).toEqual(shown);
    unmount();
  }
});

test('leads from words to a search within the show', async () => {
  answer({ episodes: EPISODES, total: 12, paged: true, show: FACTS });
  open();
  const field = await screen.findByLabelText('Alert me when this show mentions …');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('alert').textContent).toContain('Please enter at least one keyword');
  await userEvent.type(field, 'copper, tin{Enter}');
  await waitFor(() =>
    expect(document.querySelector('output')?.textContent).toBe('/?q=show:"The+Show",copper,tin'),
  );
});

test('hides the form for a show whose name cannot be searched for', async () => {
  const { term: _, ...facts } = FACTS;
  answer({ episodes: EPISODES, total: 12, paged: true, show: facts });
  open();
  await screen.findByRole('heading', { name: 'Copper' });
  expect(screen.queryByLabelText(/Alert me/)).toBeNull();
});
