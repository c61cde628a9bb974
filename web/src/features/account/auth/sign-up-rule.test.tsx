import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FirebaseError } from 'firebase/app';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { fakeAuth } from '#shared/testing/fake-auth.ts';
import { authFailureText } from './auth-failure-text.ts';
import { SignUpPage } from './sign-up-page.tsx';
import { emailProblem, signUpRuleText } from './sign-up-rule.ts';

const BY_INVITATION = /^New accounts are by invitation only\. To ask for one, write to \S+@\S+\.$/;

describe('who may sign up', () => {
  test.each([
    ['open', null],
    ['closed', expect.stringMatching(BY_INVITATION) as string],
    [['heard.test'], 'Only email addresses at heard.test can sign up.'],
    [
      ['a.test', 'b.test', 'c.test'],
      'Only email addresses at a.test, b.test or c.test can sign up.',
    ],
  ] as const)('is said for %j', (rule, text) => expect(signUpRuleText(rule)).toEqual(text));

  test('an address outside the list is refused before it is sent', () => {
    expect(emailProblem('ada@heard.test', ['heard.test'])).toBeNull();
    expect(emailProblem('ada@example.org', ['heard.test'])).toBe(
      'Only email addresses at heard.test can sign up.',
    );
  });

  function open(rule: 'closed' | readonly string[]) {
    const signUp = vi.fn(() => Promise.resolve());
    vi.spyOn(sessionStore, 'auth').mockResolvedValue(fakeAuth({ signUp }));
    render(
      <MemoryRouter>
        <SignUpPage rule={rule} />
      </MemoryRouter>,
    );
    return { signUp };
  }

  test('the page says that sign-up is closed, and has no form', () => {
    open('closed');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create your account');
    expect(screen.getByText(BY_INVITATION)).toBeTruthy();
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  });

  test('the page names the domains, and keeps the form of an address outside them', async () => {
    const { signUp } = open(['heard.test']);
    expect(screen.getByText('Only email addresses at heard.test can sign up.')).toBeTruthy();
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    await userEvent.type(email, 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.type(screen.getByLabelText('Confirm password'), 'secret{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('heard.test can sign up');
    expect(signUp).not.toHaveBeenCalled();
    expect(email.value).toBe('ada@example.org');
    await userEvent.clear(email);
    await userEvent.type(email, 'ada@heard.test{Enter}');
    expect(signUp).toHaveBeenCalledWith('ada@heard.test', 'secret');
  });
});

test.each([
  ['a switch of Authentication', 'auth/admin-restricted-operation', 'Firebase: Error.'],
  [
    'the function',
    'auth/internal-error',
    'Firebase: ((HTTP request returned HTTP error 403: {"error":{"message":"sign-up-refused","status":"PERMISSION_DENIED"}})) (auth/internal-error).',
  ],
])('a sign-up that %s refuses has a message for people', (_, code, message) => {
  const error = new FirebaseError(code, message);
  for (const context of ['sign-up', 'google-sign-up', 'google-sign-in'] as const) {
    expect(authFailureText(context, error)).toBe('This address cannot sign up here.');
  }
});
