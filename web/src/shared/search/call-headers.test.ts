import { beforeEach, expect, test } from 'vitest';
import { setSignInHint } from '#shared/data/session/sign-in-hint.ts';
import { callHeaders } from './call-headers.ts';

// What other files of this worker have left.
beforeEach(() => setSignInHint(false));

const token = (text: string) => () => Promise.resolve(text);
const proofs = { backend: '/api', appCheckToken: token('app'), idToken: token('person') };

test('this site’s own backend learns what calls and who', async () => {
  expect(await callHeaders(proofs)).toEqual({
    'X-Firebase-AppCheck': 'app',
    Authorization: 'Bearer person',
  });
});

test('a backend elsewhere never learns who is signed in', async () => {
  for (const backend of ['https://search.example', '//search.example/api']) {
    expect(await callHeaders({ ...proofs, backend })).toEqual({ 'X-Firebase-AppCheck': 'app' });
  }
});

test('a visitor of a site without App Check sends neither', async () => {
  expect(await callHeaders()).toEqual({});
});

test('what fails or takes too long is left out', async () => {
  const failing = () => Promise.reject(new Error('blocked'));
  const hanging = () => new Promise<never>(() => undefined);
  expect(await callHeaders({ ...proofs, appCheckToken: failing })).toEqual({
    Authorization: 'Bearer person',
  });
  expect(await callHeaders({ ...proofs, idToken: hanging }, 20)).toEqual({
    'X-Firebase-AppCheck': 'app',
  });
});
