import { describe, expect, test } from 'vitest';
import { isEndedSession, sessionsContinueFromMs } from './session-standing.ts';

const CREATED = Date.parse('2026-11-20T12:00:00Z');
const at = (minutes: number) => CREATED + minutes * 60_000;
const user = (endedMs?: number, lastSignInMs = CREATED) => ({
  providerData: [{ providerId: 'google.com' }] as never,
  metadata: {
    creationTime: new Date(CREATED).toUTCString(),
    lastSignInTime: new Date(lastSignInMs).toUTCString(),
  } as never,
  ...(endedMs !== undefined && { tokensValidAfterTime: new Date(endedMs).toUTCString() }),
});
const token = (signedInMs: number, issuedMs = signedInMs) => ({
  auth_time: signedInMs / 1000,
  iat: issuedMs / 1000,
  firebase: { identities: {}, sign_in_provider: 'google.com' },
});

describe('a session', () => {
  test.each([
    ['that began before the reset', token(at(0)), true],
    ['that began before the reset, by a token issued just before it', token(at(0), at(59)), true],
    ['that began a second before it', token(at(60) - 1000), true],
    ['whose token was issued after it, although it began long before', token(at(0), at(61)), true],
    ['that began in the second of the reset', token(at(60)), false],
    ['that began after it', token(at(70), at(90)), false],
    ['that changed the password itself', token(at(60) - 1000, at(60)), false],
    ['that signed in four minutes before it changed the password', token(at(56), at(60)), false],
  ])('%s has ended: %o', (_, given, isEnded) => {
    expect(isEndedSession(user(at(60)), given)).toBe(isEnded);
  });

  test('has ended if its way to sign in is gone', () => {
    const firebase = { identities: {}, sign_in_provider: 'password' };
    expect(isEndedSession(user(), { ...token(at(0)), firebase })).toBe(true);
  });

  test('has not ended in an account that ended none', () => {
    expect(isEndedSession(user(), token(at(0)))).toBe(false);
    // The creation of the account sets the time.
    expect(isEndedSession(user(CREATED), token(at(-600)))).toBe(false);
  });
});

describe('at the first verification', () => {
  test('the caller’s session continues, and older ones do not', () => {
    expect(sessionsContinueFromMs(user(undefined, at(9)), at(5) / 1000)).toBe(at(5));
  });

  test('without a caller, the last session continues', () => {
    expect(sessionsContinueFromMs(user(undefined, at(9)))).toBe(at(9));
    expect(sessionsContinueFromMs(user(undefined, NaN))).toBe(0);
  });

  test('no session begins again that a reset has ended', () => {
    expect(sessionsContinueFromMs(user(at(60), at(9)))).toBe(at(60));
    expect(sessionsContinueFromMs(user(at(60)), at(57) / 1000)).toBe(at(60));
  });
});
