import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { requestSpokenShows, SpokenShows } from './spoken-shows.tsx';

const asked: string[] = [];

function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(body, { status }));
  });
}

beforeEach(() => {
  asked.length = 0;
});

test('lists podcasts with transcripts and their counts', async () => {
  const shows = [
    { podcast: 'Slow Talk', episodes: 1200, spoken: 1100 },
    { podcast: 'Small Bets', episodes: 1, spoken: 1 },
  ];
  answer({ shows });
  render(<SpokenShows />);
  expect(await screen.findByText('2 podcasts with transcripts')).toBeTruthy();
  expect(screen.getAllByRole('listitem', { hidden: true }).map((row) => row.textContent)).toEqual([
    'Slow Talk: 1,100 of 1,200 episodes',
    'Small Bets: 1 of 1 episode',
  ]);
  expect(asked).toEqual([expect.stringMatching(/\/health\?shows$/)]);
});

test.each([
  ['null', null, 200],
  ['other fields', { episodes: 3 }, 200],
  ['something else', { shows: 'many' }, 200],
  ['odd entries', { shows: [null, 7, { podcast: 'A', episodes: '1', spoken: 1 }] }, 200],
  ['a failure', { shows: [] }, 503],
])('shows no list if the response is %s', async (_what, body, status) => {
  answer(body, status);
  expect(await requestSpokenShows(new AbortController().signal)).toEqual([]);
});

test('shows no list without a connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await requestSpokenShows(new AbortController().signal)).toEqual([]);
});
