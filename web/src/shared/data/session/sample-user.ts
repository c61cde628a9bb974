import type { SessionUser } from './session.ts';

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
