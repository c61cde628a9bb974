import { expect, test, vi } from 'vitest';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { confirmAddress } from './account-calls.ts';

const answer = vi.hoisted(() => vi.fn());
vi.mock('firebase/functions', () => ({ getFunctions: vi.fn(), httpsCallable: () => answer }));
vi.mock('#shared/data/firebase/firebase-app.ts', () => ({ firebaseApp: vi.fn() }));

function refuseWith(code: string) {
  const signOut = vi.fn(() => Promise.resolve());
  vi.spyOn(sessionStore, 'auth').mockResolvedValue({ signOut, renewOldToken: vi.fn() } as never);
  answer.mockRejectedValueOnce(Object.assign(new Error('sign in again'), { details: { code } }));
  return signOut;
}

test('signs out when the session has ended, so that the sign-in page opens', async () => {
  const signOut = refuseWith('session-ended');
  await expect(confirmAddress()).rejects.toThrow('sign in again');
  expect(signOut).toHaveBeenCalledOnce();
});

test('stays signed in after any other refusal', async () => {
  const signOut = refuseWith('too-many-lookups');
  await expect(confirmAddress()).rejects.toThrow('sign in again');
  expect(signOut).not.toHaveBeenCalled();
});
