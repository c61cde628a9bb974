import { FirebaseAuthError, type UserRecord } from 'firebase-admin/auth';
import { accounts } from './firebase-admin.ts';

/** The account, or null when there is none. */
export function findUser(uid: string): Promise<UserRecord | null> {
  return unlessGone(accounts().getUser(uid));
}

/** Auth's answer about an account, or null when there is no such account. */
export async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FirebaseAuthError && error.code === 'auth/user-not-found') return null;
    throw error;
  }
}
