import { render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PartFailure } from '#shared/loading/load-part.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { MemberDataContext } from '#shared/data/member/member-data-context.ts';
import type { Session } from '#shared/data/session/session.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { sampleUser } from '#shared/testing/sample-user.ts';
import { site } from '#shared/site.ts';
// Preloads lazy parts of the header, because a cold import is slow.
import '#app/header/account-menu.tsx';
import '#app/header/member-nav.tsx';
import { AppHeader } from '#app/header/app-header.tsx';
import { SignedInOnly, SignedOutOnly } from './guards.tsx';

const UNKNOWN: Session = { status: 'unknown' };
const VISITOR: Session = { status: 'signed-out' };
const ADA: Session = {
  status: 'signed-in',
  user: sampleUser(),
};

afterEach(() => {
  site.hasAccounts = true;
});

function At() {
  return <output>{useLocation().pathname}</output>;
}

/** Opens a path with a session. Returns the path after redirects, and the page's text. */
function open(address: string, session: Session, frame?: ReactNode) {
  vi.spyOn(sessionStore, 'getSession').mockReturnValue(session);
  render(
    <MemoryRouter initialEntries={[address]}>
      <MemberDataContext value={fakeMemberData().data}>{frame}</MemberDataContext>
      <main>
        <Suspense>
          <Routes>
            <Route path="/" element="the home page" />
            <Route path="/login" element={<SignedOutOnly>the sign-in screen</SignedOutOnly>} />
            <Route path="/alerts" element={<SignedInOnly>the alerts</SignedInOnly>} />
          </Routes>
        </Suspense>
      </main>
      <At />
    </MemoryRouter>,
  );
  return {
    address: document.querySelector('output')?.textContent,
    page: screen.getByRole('main').textContent,
  };
}

describe('the guards', () => {
  test.each([
    ['/alerts', VISITOR, '/login', 'the sign-in screen'],
    ['/alerts', ADA, '/alerts', 'the alerts'],
    ['/login', ADA, '/', 'the home page'],
    ['/login', VISITOR, '/login', 'the sign-in screen'],
  ])('the path %s for %o leads to %s', (asked, session, address, page) => {
    expect(open(asked, session)).toEqual({ address, page });
  });

  test.each(['/alerts', '/login'])('%s shows nothing until the session is known', (asked) => {
    expect(open(asked, UNKNOWN)).toEqual({ address: asked, page: '' });
  });

  test('keeps the page if the session cannot be determined', () => {
    const unreachable = new PartFailure('offline', null, () =>
      Promise.reject(new Error('offline')),
    );
    const { address, page } = open('/alerts', { status: 'signed-out', unreachable });
    expect(address).toBe('/alerts');
    expect(page).toContain('You are offline');
  });

  test('the sign-in page says that accounts are off', async () => {
    site.hasAccounts = false;
    open('/alerts', VISITOR);
    expect((await screen.findByRole('heading')).textContent).toBe('Accounts are off here');
    expect(document.querySelector('output')?.textContent).toBe('/login');
  });
});

describe('the header', () => {
  test('the header offers visitors sign-in and sign-up', () => {
    open('/', VISITOR, <AppHeader />);
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(to('Sign In')).toBe('/login');
    expect(to('Sign Up')).toBe('/signup');
  });

  test('the header shows members their address, and no sign-in', async () => {
    open('/', ADA, <AppHeader />);
    expect(await screen.findByRole('button', { name: 'ada@example.com' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  test('the header shows no account until the session is known', () => {
    open('/', UNKNOWN, <AppHeader />);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('the header shows no account if accounts are off', () => {
    site.hasAccounts = false;
    open('/', VISITOR, <AppHeader />);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
