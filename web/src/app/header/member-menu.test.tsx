import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { fakeAuth } from '#shared/testing/fake-auth.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
// Preloads a lazy part, because a cold import is slow.
import '#features/alerts/list/quick-alert-list.tsx';
import { sampleUser } from '#shared/testing/sample-user.ts';
import { MemberMenu } from './member-menu.tsx';

test('the member menu shows alerts, own pages and tips', async () => {
  const { data } = fakeMemberData({ alerts: [sampleAlert('openai')] });
  renderForMember(<MemberMenu user={sampleUser()} onSignOut={() => undefined} />, data);
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  expect(await screen.findByText('openai')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add Alert' })).toBeTruthy();
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Inbox', '/'],
    ['Manage All Alerts', '/alerts'],
    ['Your shows', '/alerts#shows'],
    ['Dashboard', '/dashboard'],
    ['Bookmarks', '/bookmarks'],
    ['Email & channels', '/delivery'],
  ]);
  expect(screen.getByRole('region', { name: 'Tips' })).toBeTruthy();
});

test('signing out closes the menu and goes to the home page', async () => {
  const signOut = vi.fn(() => Promise.resolve());
  vi.spyOn(sessionStore, 'auth').mockResolvedValue(fakeAuth({ signOut }));
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
  const close = vi.fn();
  renderForMember(<MemberMenu user={sampleUser()} onSignOut={close} />, fakeMemberData().data);
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(close).toHaveBeenCalledOnce();
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'));
  expect(signOut).toHaveBeenCalledOnce();
});
