import { beforeEach, expect, test } from 'vitest';
import { setSignInHint } from '#shared/data/session/sign-in-hint.ts';
import { callHeaders } from './call-headers.ts';

// Other test files in this worker may have set the hint.
beforeEach(() => setSignInHint(false));

const caller = { backend: '/api', idToken: () => Promise.resolve('person') };

test('sends the ID token to the site’s own backend', async () => {
  expect(await callHeaders(caller)).toEqual({ Authorization: 'Bearer person' });
});

test('never sends the ID token to another origin', async () => {
  for (const backend of ['https://search.example', '//search.example/api']) {
    expect(await callHeaders({ ...caller, backend })).toEqual({});
  }
});

test('sends no token for a visitor', async () => {
  expect(await callHeaders()).toEqual({});
});

test('omits a token that fails or takes too long', async () => {
  const failing = () => Promise.reject(new Error('blocked'));
  const hanging = () => new Promise<never>(() => undefined);
  expect(await callHeaders({ ...caller, idToken: failing })).toEqual({});
  expect(await callHeaders({ ...caller, idToken: hanging }, 20)).toEqual({});
});
