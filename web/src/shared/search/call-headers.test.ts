import { beforeEach, expect, test } from 'vitest';
import { setSignInHint } from '#shared/data/session/sign-in-hint.ts';
import { callHeaders } from './call-headers.ts';

// Other test files in this worker may have set the hint.
beforeEach(() => setSignInHint(false));

const token = (text: string) => () => Promise.resolve(text);
const proofs = { backend: '/api', appCheckToken: token('app'), idToken: token('person') };

test('sends both tokens to the site’s own backend', async () => {
  expect(await callHeaders(proofs)).toEqual({
    'X-Firebase-AppCheck': 'app',
    Authorization: 'Bearer person',
  });
});

test('never sends the ID token to another origin', async () => {
  for (const backend of ['https://search.example', '//search.example/api']) {
    expect(await callHeaders({ ...proofs, backend })).toEqual({ 'X-Firebase-AppCheck': 'app' });
  }
});

test('sends no token for a visitor without App Check', async () => {
  expect(await callHeaders()).toEqual({});
});

test('omits a token that fails or takes too long', async () => {
  const failing = () => Promise.reject(new Error('blocked'));
  const hanging = () => new Promise<never>(() => undefined);
  expect(await callHeaders({ ...proofs, appCheckToken: failing })).toEqual({
    Authorization: 'Bearer person',
  });
  expect(await callHeaders({ ...proofs, idToken: hanging }, 20)).toEqual({
    'X-Firebase-AppCheck': 'app',
  });
});
