import { expect, test, vi } from 'vitest';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { signOutIfEnded } from './account-calls.ts';

async function signOutsAfter(code: string): Promise<number> {
  const signOut = vi.fn(() => Promise.resolve());
  vi.spyOn(sessionStore, 'auth').mockResolvedValue({ signOut } as never);
  await signOutIfEnded(Object.assign(new Error('sign in again'), { details: { code } }));
  return signOut.mock.calls.length;
}

test('signs out when the session has ended, so that the sign-in page opens', async () => {
  expect(await signOutsAfter('session-ended')).toBe(1);
});

test('stays signed in after any other refusal', async () => {
  expect(await signOutsAfter('too-many-lookups')).toBe(0);
});
