import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FirebaseError } from 'firebase/app';
import type { ApiKey } from 'functions/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import type { AuthService } from '#shared/data/session/auth-service.ts';
import { fakeAuth } from '#shared/testing/fake-auth.ts';
import type { SessionUser } from '#shared/data/session/session.ts';
import { isFarewell } from '#shared/data/session/farewell.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { DashboardPage } from './dashboard-page.tsx';

// The callables are tested with the emulators.
vi.mock('#shared/data/account-calls.ts');

const deleteAccount = vi.mocked(accountCalls.deleteAccount);
const exportAccount = vi.mocked(accountCalls.exportAccount);
const calls = vi.mocked(accountCalls);
const NOV_20 = Date.UTC(2026, 10, 20, 12);

const ada: SessionUser = {
  uid: 'ada',
  email: 'ada@example.com',
  emailVerified: false,
  createdAtMs: new Date(2026, 5, 26, 12).getTime(),
  providers: ['password'],
};

beforeEach(() => {
  deleteAccount.mockReset().mockResolvedValue();
  exportAccount.mockReset();
});

/** Opens the page as Ada, with changes to her account and the methods of her identity service. */
function open(change: Partial<SessionUser> = {}, service: Partial<AuthService> = {}) {
  vi.spyOn(sessionStore, 'getSession').mockReturnValue({
    status: 'signed-in',
    user: { ...ada, ...change },
  });
  vi.spyOn(sessionStore, 'auth').mockResolvedValue(fakeAuth(service));
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
  const member = fakeMemberData();
  const page = renderForMember(<DashboardPage />, member.data);
  return { leave, ...member, ...page };
}

const done = () => vi.fn(() => Promise.resolve());
const refuse = (code: string) => () => Promise.reject(new FirebaseError(code, 'Firebase: Error.'));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const click = (name: string) => userEvent.click(button(name));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const alertText = async () => (await screen.findByRole('alert')).textContent;

describe('the account page', () => {
  test('shows the address, the member’s date and quick actions', () => {
    open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account Settings');
    const facts = [...document.querySelectorAll('dt, dd')].map((element) => element.textContent);
    expect(facts).toEqual(['Email', 'ada@example.com', 'Member Since', 'June 26, 2026']);
    expect(screen.getByText('Account active')).toBeTruthy();
    const quick = within(screen.getByRole('region', { name: 'Quick Actions' }));
    const actions = quick
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(actions).toEqual([
      ['Manage alerts', '/alerts'],
      ['Notification preferences', '/delivery#preferences'],
      ['Alert history', '/delivery#history'],
    ]);
  });

  test('shows an unknown creation date as unknown', () => {
    open({ createdAtMs: null });
    expect(screen.getByText('Unknown')).toBeTruthy();
  });

  test('signs out and goes to the home page', async () => {
    const signOut = done();
    const { leave } = open({}, { signOut });
    await click('Sign Out');
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'));
    expect(signOut).toHaveBeenCalledOnce();
  });
});

describe('the address', () => {
  test('a verified address shows no resend button', () => {
    open({ emailVerified: true });
    expect(screen.getByText('Email verified: Yes')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull();
  });

  test('resends the verification email', async () => {
    const answer = deferred();
    open({}, { resendVerification: () => answer.promise });
    expect(screen.getByText('Email verified: No')).toBeTruthy();
    await click('Resend verification email');
    expect(button('Sending...').disabled).toBe(true);
    await answer.resolve();
    expect(button('Sent').disabled).toBe(true);
  });

  test('a failed verification email can be retried', async () => {
    open({}, { resendVerification: refuse('auth/too-many-requests') });
    await click('Resend verification email');
    expect(await alertText()).toBe('Too many failed attempts. Please try again later.');
    expect(button('Resend verification email').disabled).toBe(false);
  });

  test('checks the verification again when the window gets the focus', async () => {
    const reload = done();
    open({}, { reload });
    expect(reload).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('stops checking once the address is verified', async () => {
    const reload = done();
    open({ emailVerified: true }, { reload });
    window.dispatchEvent(new Event('focus'));
    await Promise.resolve();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('changing the password', () => {
  test('requires the current password, changes it, and clears the form', async () => {
    const [reauthenticate, changePassword] = [done(), done()];
    open({}, { reauthenticate, changePassword });
    await click('Change password');
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    expect(button('Change password').disabled).toBe(true);
    await type('Current password', 'secret');
    await type('New password', 'better secret');
    await click('Change password');
    expect(await screen.findByText('Password changed.')).toBeTruthy();
    expect(reauthenticate).toHaveBeenCalledExactlyOnceWith('secret');
    expect(changePassword).toHaveBeenCalledExactlyOnceWith('better secret');
    await click('Change password');
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
    expect(screen.getByLabelText('New password')).toHaveProperty('value', '');
  });

  test('refuses a short password without a request', async () => {
    const reauthenticate = done();
    open({}, { reauthenticate });
    await click('Change password');
    await type('Current password', 'secret');
    await type('New password', 'short{Enter}');
    expect(await alertText()).toBe('Password must be at least 6 characters');
    expect(reauthenticate).not.toHaveBeenCalled();
  });

  test('changes nothing if the current password is wrong', async () => {
    const changePassword = done();
    open({}, { reauthenticate: refuse('auth/wrong-password'), changePassword });
    await click('Change password');
    await type('Current password', 'wrong');
    await type('New password', 'better secret{Enter}');
    expect(await alertText()).toBe('The current password is wrong.');
    expect(changePassword).not.toHaveBeenCalled();
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'better secret');
  });

  test('hides the password form without a password', () => {
    open({ providers: ['google.com'] });
    expect(screen.queryByText('Change password')).toBeNull();
  });
});

describe('the data export', () => {
  test('saves the exported data as a file', async () => {
    open();
    const answer = { alerts: [{ id: 'one', keyword: 'openai' }] } as never;
    exportAccount.mockResolvedValue(answer);
    const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data');
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await click('Download my data');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [file] = address.mock.calls[0] as [Blob];
    expect(JSON.parse(await file.text())).toEqual(answer);
    expect(save.mock.contexts[0]).toMatchObject({ download: 'my-podcast-data.json' });
  });

  test('saves the matches as a table', async () => {
    open();
    exportAccount.mockResolvedValue({ matches: [] } as never);
    const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data');
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await click('Matches as CSV');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [file] = address.mock.calls[0] as [Blob];
    expect(await file.text()).toMatch(/^found,alert,/);
    expect(save.mock.contexts[0]).toMatchObject({ download: 'my-matches.csv' });
  });

  test('links to the export of alerts only', () => {
    open();
    const data = within(screen.getByRole('region', { name: 'Your data' }));
    expect(data.getByRole('link', { name: 'Import or export' }).getAttribute('href')).toBe(
      '/alerts#import-export',
    );
  });

  test('shows a failed export', async () => {
    open();
    exportAccount.mockRejectedValue(new Error('internal'));
    await click('Download my data');
    expect(await alertText()).toBe('Failed to download your data. Please try again.');
    expect(button('Download my data').disabled).toBe(false);
  });
});

describe('deleting the account', () => {
  test('deletion requires password and address, then signs out', async () => {
    const [reauthenticate, signOut] = [done(), done()];
    const { leave } = open({}, { reauthenticate, signOut });
    await click('Delete my account');
    await type('Your password', 'secret');
    await type('Type ada@example.com to confirm', 'ada@example');
    expect(button('Delete my account').disabled).toBe(true);
    await type('Type ada@example.com to confirm', '.COM ');
    await click('Delete my account');
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'));
    expect(reauthenticate).toHaveBeenCalledExactlyOnceWith('secret');
    expect(deleteAccount).toHaveBeenCalledExactlyOnceWith('ada@example.COM ');
    expect(isFarewell()).toBe(true);
    expect(signOut).toHaveBeenCalledOnce();
  });

  test('deletion without a password requires Google', async () => {
    const reauthenticateWithGoogle = done();
    open({ providers: ['google.com'] }, { reauthenticateWithGoogle, signOut: done() });
    await click('Delete my account');
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await type('Type ada@example.com to confirm', 'ada@example.com{Enter}');
    await waitFor(() => expect(deleteAccount).toHaveBeenCalledOnce());
    expect(reauthenticateWithGoogle).toHaveBeenCalledOnce();
  });

  test('deletes nothing with a wrong password', async () => {
    open({}, { reauthenticate: refuse('auth/wrong-password') });
    await click('Delete my account');
    await type('Your password', 'wrong');
    await type('Type ada@example.com to confirm', 'ada@example.com{Enter}');
    expect(await alertText()).toBe('The current password is wrong.');
    expect(deleteAccount).not.toHaveBeenCalled();
  });

  test('a refused deletion shows the reason, and signs nobody out', async () => {
    const signOut = done();
    open({}, { reauthenticate: done(), signOut });
    const details = { code: 'recent-login-required' };
    deleteAccount.mockRejectedValue(Object.assign(new Error('refused'), { details }));
    await click('Delete my account');
    await type('Your password', 'secret');
    await type('Type ada@example.com to confirm', 'ada@example.com{Enter}');
    expect(await alertText()).toMatch(/^Please sign in again, then try once more\./);
    expect(signOut).not.toHaveBeenCalled();
    expect(button('Delete my account').disabled).toBe(false);
  });

  test('a deletion can be cancelled', async () => {
    open();
    await click('Delete my account');
    await click('Cancel');
    expect(screen.queryByLabelText('Your password')).toBeNull();
    expect(deleteAccount).not.toHaveBeenCalled();
  });
});

describe('the API keys', () => {
  const key = (change: Partial<ApiKey> = {}): ApiKey => ({
    id: 'k'.repeat(20),
    name: 'Assistant',
    start: 'es_abcd',
    scopes: ['read'],
    createdAtMs: NOV_20,
    ...change,
  });

  test('creates an API key, shows it once, and revokes it', async () => {
    const { changeKeys, unmount } = open({ emailVerified: true });
    await screen.findByRole('heading', { name: 'API keys' });
    await click('Make a key');
    await userEvent.type(screen.getByLabelText('Name'), ' Assistant ');
    await userEvent.click(screen.getByRole('checkbox', { name: /your alerts$/ }));
    calls.createKey.mockResolvedValueOnce({ kind: 'created', keyId: key().id, key: 'es_secret' });
    await click('Make a key');
    const scopes = ['read', 'alerts'];
    expect(calls.createKey).toHaveBeenCalledExactlyOnceWith({ name: 'Assistant', scopes });
    expect(await screen.findByDisplayValue('es_secret')).toBeDefined();
    act(() =>
      changeKeys([key(), key({ id: 'm'.repeat(20), name: 'Other', lastUsedAtMs: NOV_20 })]),
    );
    expect(screen.getAllByText('made Nov 20, 2026')).toHaveLength(2);
    expect(screen.getByText('never used')).toBeDefined();
    expect(screen.getByText('last used Nov 20, 2026')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Make a key' })).toBeNull();
    await click('Revoke (Assistant)');
    calls.revokeKey.mockResolvedValueOnce();
    await click('Revoke');
    expect(calls.revokeKey).toHaveBeenCalledExactlyOnceWith(key().id);
    expect(screen.queryByDisplayValue('es_secret')).toBeNull();
    unmount();
  });

  test('shows that keys cannot be loaded', async () => {
    const { breakDown } = open();
    await screen.findByRole('heading', { name: 'API keys' });
    act(breakDown);
    expect(await screen.findByText('Your keys cannot be loaded right now.')).toBeDefined();
  });
});
