import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasAccount, newEmail, signInWithGoogle, signUp } from '../support/account.ts';
import { type DeployedFunction, serveDeployed } from '../support/deployed/deployed-function.ts';
import { authUrl, projectId } from '../support/stack.ts';

let guard: DeployedFunction;

/** Tells the Auth emulator which function to ask, as a deployment tells the identity service. */
async function registerGuard(functionUri: string | null): Promise<void> {
  const path = `v2/projects/${projectId()}/config?updateMask=blockingFunctions`;
  const triggers = functionUri === null ? {} : { beforeCreate: { functionUri } };
  const answer = await fetch(`${authUrl()}/identitytoolkit.googleapis.com/${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ blockingFunctions: { triggers } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

describe('with a list of domains', () => {
  beforeAll(async () => {
    guard = await serveDeployed('admitAccount', {
      // Other suites sign people up at the other two meanwhile.
      SIGN_UP: 'heard.test, example.com, earshot.example',
      // The emulator does not sign its tokens.
      FIREBASE_DEBUG_MODE: 'true',
      FIREBASE_DEBUG_FEATURES: '{"skipTokenVerification":true}',
    });
    await registerGuard(guard.url);
  }, 60_000);

  afterAll(async () => {
    await registerGuard(null);
    guard.stop();
  });

  const outsider = () => newEmail().replace('example.com', 'example.org');

  test.each([
    ['email and password', signUp],
    ['Google', signInWithGoogle],
  ])('an address elsewhere gets no account with %s', async (_, create) => {
    const email = outsider();
    await expect(create(email)).rejects.toThrow(/BLOCKING_FUNCTION_ERROR.*sign-up-refused/);
    // No account was made: another one with the address is refused for the same reason.
    await expect(create(email)).rejects.toThrow(/sign-up-refused/);
  });

  test.each([
    ['email and password', signUp],
    ['Google', signInWithGoogle],
  ])('an address of a listed domain gets an account with %s', async (_, create) => {
    const person = await create(newEmail().replace('example.com', 'HEARD.test'));
    expect(await hasAccount(person)).toBe(true);
  });

  test('the function logs no address', async () => {
    const email = outsider();
    await signUp(email).catch(() => undefined);
    expect(guard.output()).toContain('sign-up-refused');
    expect(guard.output()).not.toContain(email);
  });

  test('strangers who call the function get nothing from it', async () => {
    const answer = await fetch(guard.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { jwt: 'x'.repeat(70_000) } }),
    });
    expect(answer.status).toBe(413);
  });
});

test('sign-up is open by default', async () => {
  const person = await signUp(newEmail().replace('example.com', 'example.org'));
  expect(await hasAccount(person)).toBe(true);
});
