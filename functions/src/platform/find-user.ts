import { FirebaseAuthError, type UserRecord } from 'firebase-admin/auth';
import { accounts } from './firebase-admin.ts';

export function findUser(uid: string): Promise<UserRecord | null> {
  return unlessGone(accounts().getUser(uid));
}

/** Null if the account does not exist. */
export async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FirebaseAuthError && error.code === 'auth/user-not-found') return null;
    throw error;
  }
}
