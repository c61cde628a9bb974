import type { SessionUser } from './session.ts';

/** A user for tests. */
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
