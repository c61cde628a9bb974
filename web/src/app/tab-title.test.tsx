import { render } from '@testing-library/react';
import { lazy } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { sampleUser } from '#shared/testing/sample-user.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { SessionPages } from './app.tsx';

const PageThatLoads = lazy(() => new Promise<never>(() => undefined));

const MEMBER = { status: 'signed-in' as const, user: sampleUser() };

test.each([
  ['before the session is known', '/alerts', 'Podcast Alerts', { status: 'unknown' as const }],
  ['while its page loads', '/alerts', 'Podcast Alerts', MEMBER],
  ['while its page loads', '/dashboard', 'Account Settings', MEMBER],
  ['while its page loads', '/delivery', 'Email & channels', MEMBER],
  ['while its page loads', '/login', 'Sign In', { status: 'signed-out' as const }],
  ['while its page loads', '/privacy', 'Privacy Policy', MEMBER],
])('the tab has a title %s: %s', (_when, address, title, session) => {
  window.scrollTo = vi.fn();
  vi.spyOn(sessionStore, 'getSession').mockReturnValue(session);
  render(
    <MemoryRouter initialEntries={[address]}>
      <SessionPages>
        <PageThatLoads />
      </SessionPages>
    </MemoryRouter>,
  );
  expect(document.title).toBe(`${title} – Earshot`);
  expect(document.head.querySelectorAll('title')).toHaveLength(1);
});
