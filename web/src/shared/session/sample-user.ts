import type { SessionUser } from './session.ts';

/** A person for tests: verified, who signs in with a password. */
export function sampleUser(change: Partial<SessionUser> = {}): SessionUser {
  return {
    uid: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    createdAtMs: null,
    providers: ['password'],
    ...change,
  };
}
