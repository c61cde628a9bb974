import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FirebaseError } from 'firebase/app';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import type { AuthService } from '#shared/data/session/auth-service.ts';
import { fakeAuth } from '#shared/testing/fake-auth.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SignUpPage } from './sign-up-page.tsx';

function open(Page: ComponentType, parts: Partial<AuthService> = {}) {
  const load = vi.spyOn(sessionStore, 'auth').mockResolvedValue(fakeAuth(parts));
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
  return { load };
}

const button = (name: string) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const alertText = async () => (await screen.findByRole('alert')).textContent;
const failWith = (code: string) => () =>
  Promise.reject(new FirebaseError(code, `Firebase: Error (${code}).`));

describe('the sign-in page', () => {
  test('the sign-in form supports password managers', () => {
    open(SignInPage);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back');
    expect(field('Email').autocomplete).toBe('username');
    expect(field('Email').type).toBe('email');
    expect(field('Email').required).toBe(true);
    expect(field('Password').autocomplete).toBe('current-password');
    expect(field('Password').required).toBe(true);
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
      '/signup',
    );
  });

  test('loads the identity service before any click', () => {
    const { load } = open(SignInPage);
    expect(load).toHaveBeenCalled();
  });

  test('submits the typed credentials, and stays busy until the response', async () => {
    const answer = deferred();
    const signIn = vi.fn(() => answer.promise);
    open(SignInPage, { signIn });
    await userEvent.type(field('Email'), 'ada@example.com');
    await userEvent.type(field('Password'), 'secret{Enter}');
    const busy = await screen.findByRole('button', { name: 'Signing in...' });
    expect(busy).toHaveProperty('disabled', true);
    expect(button('Sign in with Google')).toHaveProperty('disabled', true);
    expect(signIn).toHaveBeenCalledExactlyOnceWith('ada@example.com', 'secret');
    await answer.resolve();
    expect(button('Sign in')).toHaveProperty('disabled', false);
  });

  test('a refused sign-in keeps the typed text; the next attempt clears the error', async () => {
    const answers = [failWith('auth/invalid-credential'), () => deferred().promise];
    open(SignInPage, { signIn: () => answers.shift()!() });
    await userEvent.type(field('Email'), 'ada@example.com');
    await userEvent.type(field('Password'), 'wrong{Enter}');
    expect(await alertText()).toBe('Failed to sign in. Please check your credentials.');
    expect(screen.queryByRole('list')).toBeNull();
    expect(field('Password').value).toBe('wrong');
    await userEvent.click(button('Sign in'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a blocked popup shows advice', async () => {
    open(SignInPage, { signInWithGoogle: failWith('auth/popup-blocked') });
    await userEvent.click(button('Sign in with Google'));
    expect(await alertText()).toContain(
      'Popup was blocked. Please allow popups for this site or try again.',
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
  });

  test('an identity service that cannot be loaded shows a network error', async () => {
    const { load } = open(SignInPage);
    load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    await userEvent.click(button('Sign in with Google'));
    expect(await alertText()).toBe('Network error. Please check your connection and try again.');
  });

  test('shows why a redirect to Google failed', async () => {
    const session = {
      status: 'signed-out' as const,
      redirectFailure: new FirebaseError('auth/unauthorized-domain', 'Firebase: Error.'),
    };
    vi.spyOn(sessionStore, 'getSession').mockReturnValue(session);
    const forget = vi.spyOn(sessionStore, 'forgetRedirectFailure');
    open(SignInPage);
    expect(await alertText()).toBe(
      'This domain is not authorized for authentication. Please contact support.',
    );
    expect(forget).not.toHaveBeenCalled();
  });

  test('a page restored from the bfcache is no longer busy', async () => {
    open(SignInPage, { signInWithGoogle: () => deferred().promise });
    await userEvent.click(button('Sign in with Google'));
    expect(button('Sign in with Google')).toHaveProperty('disabled', true);
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    expect(button('Sign in with Google')).toHaveProperty('disabled', false);
  });
});

describe('inside an app’s own browser', () => {
  const INSTAGRAM =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 360.0.0.30.109';

  test.each([
    ['Sign in with Google', SignInPage],
    ['Sign up with Google', SignUpPage],
  ])('“%s” is disabled inside an app’s browser, with alternatives', (name, Page) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(INSTAGRAM);
    open(Page);
    const note = 'Google sign-in does not work inside Instagram.';
    expect(screen.getByText(note, { exact: false })).toBeTruthy();
    expect(button(name)).toHaveProperty('disabled', true);
    const out = screen.getByRole('link', { name: 'Open in browser' });
    expect(out.getAttribute('href')).toMatch(/^x-safari-https:/);
    expect(field('Email').disabled).toBe(false);
  });

  test.each([
    ['disabled in an unknown app on an iPhone', false, true],
    ['enabled in a web app on an iPhone’s home screen', true, false],
  ])('Google sign-in is %s', (_name, matches, disabled) => {
    const userAgent = INSTAGRAM.replace(/ Instagram.*/, '');
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
    open(SignInPage);
    expect(button('Sign in with Google')).toHaveProperty('disabled', disabled);
  });
});

/** Like a browser's translator: moves each text into a separate element. */
function translate() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const moved = document.createElement('span');
    moved.textContent = text.data;
    text.replaceWith(moved);
  }
}

test.each([
  ['Sign in', 'Signing in...', SignInPage],
  ['Create account', 'Creating account...', SignUpPage],
  ['Reset Password', 'Sending...', ForgotPasswordPage],
])('“%s” works on a page translated by the browser', async (name, busyName, Page) => {
  const answer = deferred();
  const work = () => answer.promise;
  open(Page, { signIn: work, signUp: work, resetPassword: work });
  translate();
  await userEvent.type(field('Email'), 'ada@example.com');
  for (const label of ['Password', 'Confirm password']) {
    const input = screen.queryByLabelText(label);
    if (input) await userEvent.type(input, 'secret');
  }
  await userEvent.click(button(name));
  expect(await screen.findByRole('button', { name: busyName })).toBeTruthy();
  await answer.resolve();
  expect(button(name)).toHaveProperty('disabled', false);
});

describe('a password', () => {
  test('a button shows and hides the password', async () => {
    open(SignUpPage);
    const show = button('Show confirm password');
    expect(field('Confirm password').type).toBe('password');
    await userEvent.click(show);
    expect(show.getAttribute('aria-pressed')).toBe('true');
    expect(field('Confirm password').type).toBe('text');
    expect(field('Password').type).toBe('password');
    await userEvent.click(show);
    expect(show.getAttribute('aria-pressed')).toBe('false');
    expect(field('Confirm password').type).toBe('password');
  });
});

describe('the sign-up page', () => {
  async function fill(password: string, confirmation: string) {
    await userEvent.type(field('Email'), 'ada@example.com');
    await userEvent.type(field('Password'), password);
    await userEvent.type(field('Confirm password'), `${confirmation}{Enter}`);
  }

  test('the sign-up form asks password managers for a new password', () => {
    open(SignUpPage);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create your account');
    expect(screen.getByText('Join Earshot to get personalized podcast alerts')).toBeTruthy();
    expect(field('Password').autocomplete).toBe('new-password');
    expect(field('Confirm password').autocomplete).toBe('new-password');
  });

  test('refuses different passwords without a request', async () => {
    const signUp = vi.fn(() => Promise.resolve());
    open(SignUpPage, { signUp });
    await fill('secret', 'secrets');
    expect(await alertText()).toBe('Passwords do not match');
    expect(signUp).not.toHaveBeenCalled();
  });

  test('creates the account, and stays busy until the response', async () => {
    const answer = deferred();
    const signUp = vi.fn(() => answer.promise);
    open(SignUpPage, { signUp });
    await fill('secret', 'secret');
    expect(await screen.findByRole('button', { name: 'Creating account...' })).toBeTruthy();
    expect(signUp).toHaveBeenCalledExactlyOnceWith('ada@example.com', 'secret');
    await answer.resolve();
    expect(button('Create account')).toHaveProperty('disabled', false);
  });

  test('shows the service’s message for an address in use', async () => {
    open(SignUpPage, { signUp: failWith('auth/email-already-in-use') });
    await fill('secret', 'secret');
    expect(await alertText()).toBe('The email address is already in use by another account.');
  });

  test('a closed popup shows a tip', async () => {
    open(SignUpPage, { signInWithGoogle: failWith('auth/popup-closed-by-user') });
    await userEvent.click(button('Sign up with Google'));
    expect(await alertText()).toMatch(/^Sign-up popup was closed\. Please try again\.Tip:/);
  });
});

describe('the reset page', () => {
  test('sends the reset email and confirms it', async () => {
    const answer = deferred();
    const resetPassword = vi.fn(() => answer.promise);
    open(ForgotPasswordPage, { resetPassword });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reset your password');
    await userEvent.type(field('Email'), 'ada@example.com{Enter}');
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeTruthy();
    expect(resetPassword).toHaveBeenCalledExactlyOnceWith('ada@example.com');
    expect(screen.getByRole('status').textContent).toBe('');
    await answer.resolve();
    expect(screen.getByRole('status').textContent).toBe(
      'Check your inbox for further instructions',
    );
    expect(button('Reset Password')).toHaveProperty('disabled', false);
  });

  test('a failure replaces an earlier success', async () => {
    const answers = [() => Promise.resolve(), failWith('auth/user-not-found')];
    open(ForgotPasswordPage, { resetPassword: () => answers.shift()!() });
    await userEvent.type(field('Email'), 'ada@example.com{Enter}');
    await screen.findByText('Check your inbox for further instructions');
    await userEvent.click(button('Reset Password'));
    expect(await alertText()).toBe('Failed to reset password. Please check your email address.');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  });
});
