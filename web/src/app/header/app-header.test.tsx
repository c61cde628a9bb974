import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleUser } from '#shared/testing/sample-user.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { AppHeader } from './app-header.tsx';

const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <AppHeader />
    </MemoryRouter>,
  );

test('the menu closes when the window is widened, so that the page scrolls', async () => {
  const changes = new Set<() => void>();
  const wide = {
    matches: false,
    addEventListener: (_change: string, listener: () => void) => changes.add(listener),
    removeEventListener: (_change: string, listener: () => void) => changes.delete(listener),
  };
  vi.stubGlobal('matchMedia', (query: string) => (query.includes('48rem') ? wide : window));
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.spyOn(sessionStore, 'getSession').mockReturnValue({ status: 'signed-out' });
  open('/privacy');
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeTruthy();
  expect(document.body.hasAttribute('data-scroll-locked')).toBe(true);
  act(() => {
    wide.matches = true;
    for (const change of changes) change();
  });
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  expect(document.body.hasAttribute('data-scroll-locked')).toBe(false);
});

test('shows a search field on every page except the home page', async () => {
  const { unmount } = open('/company/openai');
  expect(await screen.findByRole('search', { hidden: true })).toBeTruthy();
  unmount();
  open('/');
  expect(screen.queryByRole('search', { hidden: true })).toBeNull();
});

test('the menu button refers to an element that exists before the count is known', () => {
  vi.spyOn(sessionStore, 'getSession').mockReturnValue({
    status: 'signed-in',
    user: sampleUser(),
  });
  open('/privacy');
  const id = screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-describedby');
  expect(document.getElementById(id ?? '')).not.toBeNull();
});
