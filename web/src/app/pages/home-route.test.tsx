import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { SEARCH_EXAMPLES } from '#content/subject.ts';
// Preloads a lazy part, because a cold import is slow.
import '#features/account/farewell.tsx';
import { readIntent } from '#features/alerts/pending-alert/read-intent.ts';
import { noteFarewell } from '#shared/data/session/farewell.ts';
import { HomeRoute } from './home-route.tsx';

test.each([
  ['openai,a16z', 'Create 2 alerts'],
  ['openai,-sponsor,-show:"Hard+Fork"', 'Create alert'],
  ['show:"Hard+Fork"', 'Create alert'],
  ['openai,a16z,-sponsor', 'Create 2 alerts'],
])('a visitor who searches for %s sees the link “%s”', async (query, action) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
  render(
    <MemoryRouter initialEntries={[`/?q=${query}`]}>
      <HomeRoute />
    </MemoryRouter>,
  );
  expect(await screen.findByRole('link', { name: action })).toBeTruthy();
});

test('asks a visitor to sign in where alerts would be, before and after a search', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
  render(
    <MemoryRouter>
      <HomeRoute />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  const signUp = screen.getByRole('link', { name: 'create an account' });
  expect(signUp.getAttribute('href')).toBe('/signup');
  await userEvent.click(screen.getByRole('link', { name: SEARCH_EXAMPLES[0]! }));
  expect(await screen.findByText('Please sign in to create alerts')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'create an account' })).toBeNull();
});

test('stores a missing show for after the sign-in', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
  render(
    <MemoryRouter initialEntries={['/?q=show:"A+%26+B",é']}>
      <HomeRoute />
    </MemoryRouter>,
  );
  const link = await screen.findByRole('link', { name: 'Add it' });
  expect(link.getAttribute('href')).toBe('/login');
  await userEvent.click(link);
  expect(readIntent('ada')).toEqual({
    keywords: ['show:"A & B"', 'é'],
    otherNames: [],
    isShow: true,
  });
});

test('confirms a deleted account once', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })));
  const open = () =>
    render(
      <MemoryRouter>
        <HomeRoute />
      </MemoryRouter>,
    );
  noteFarewell();
  const { unmount } = open();
  const said = await screen.findByText(/^Your account and everything/);
  expect(document.activeElement).toBe(said);
  unmount();
  open();
  expect(await screen.findByRole('search')).toBeTruthy();
  expect(screen.queryByText(/^Your account and everything/)).toBeNull();
});
