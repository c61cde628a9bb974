import { render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PartFailure } from '#shared/loading/load-part.ts';
import { fakeMemberData } from '#shared/data/member/fake-member-data.ts';
import { MemberDataContext } from '#shared/data/member/member-data-context.ts';
import type { Session } from '#shared/data/session/session.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { sampleUser } from '#shared/data/session/sample-user.ts';
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

/** Opens a path with a session. Returns the resulting path and the page's text. */
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
  ])('%s for %o ends at %s', (asked, session, address, page) => {
    expect(open(asked, session)).toEqual({ address, page });
  });

  test.each(['/alerts', '/login'])(
    '%s shows nothing and leads nowhere until it is known who is there',
    (asked) => {
      expect(open(asked, UNKNOWN)).toEqual({ address: asked, page: '' });
    },
  );

  test('send nobody away where it cannot be known who is there', () => {
    const unreachable = new PartFailure('offline', null, () =>
      Promise.reject(new Error('offline')),
    );
    const { address, page } = open('/alerts', { status: 'signed-out', unreachable });
    expect(address).toBe('/alerts');
    expect(page).toContain('You are offline');
  });

  test('where the site runs without accounts the sign-in screen says so', async () => {
    site.hasAccounts = false;
    open('/alerts', VISITOR);
    expect((await screen.findByRole('heading')).textContent).toBe('Accounts are off here');
    expect(document.querySelector('output')?.textContent).toBe('/login');
  });
});

describe('the header', () => {
  test('offers visitors to sign in and up', () => {
    open('/', VISITOR, <AppHeader />);
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(to('Sign In')).toBe('/login');
    expect(to('Sign Up')).toBe('/signup');
  });

  test('shows signed-in people their address, and no way to sign in', async () => {
    open('/', ADA, <AppHeader />);
    expect(await screen.findByRole('button', { name: 'ada@example.com' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  test('claims nothing until it is known who is there', () => {
    open('/', UNKNOWN, <AppHeader />);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('offers nothing of the sort where the site runs without accounts', () => {
    site.hasAccounts = false;
    open('/', VISITOR, <AppHeader />);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
