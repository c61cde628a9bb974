import type { SessionUser } from '#shared/data/session/session.ts';

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
