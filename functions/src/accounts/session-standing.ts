import type { DecodedIdToken, UserRecord } from 'firebase-admin/auth';
import { RECENT_SIGN_IN_MS, type SessionRefusal } from '../contract/index.ts';

type Times = Pick<UserRecord, 'metadata' | 'tokensValidAfterTime'>;
type Token = Pick<DecodedIdToken, 'auth_time' | 'iat' | 'firebase'>;

/** The `details` of a refusal, for the site. */
export const SESSION_ENDED: SessionRefusal = { code: 'session-ended' };

/**
 * True if the session of an ID token has ended, although the token is valid for up to an hour more: the password was
 * reset, or the address was verified in a later session. Signing in with Google also removes the password of an account
 * whose address was never verified.
 */
export function isEndedSession(
  user: Times & Pick<UserRecord, 'providerData'>,
  { auth_time, iat, firebase }: Token,
): boolean {
  const { sign_in_provider: provider } = firebase;
  if (!user.providerData.some(({ providerId }) => providerId === provider)) return true;
  const endedMs = sessionsEndedMs(user);
  if (endedMs === null || auth_time * 1000 >= endedMs) return false;
  // Who changes their password has signed in within minutes. Their new token may keep the time of that sign-in, and
  // nobody with an ended session gets a new token.
  const isRenewed = iat * 1000 >= endedMs && endedMs - auth_time * 1000 <= RECENT_SIGN_IN_MS;
  return !isRenewed;
}

/** Null if no sessions were ended: the creation of an account sets the time, too. */
function sessionsEndedMs({ metadata, tokensValidAfterTime = '' }: Times): number | null {
  const endedMs = Date.parse(tokensValidAfterTime);
  return endedMs > Date.parse(metadata.creationTime) ? endedMs : null;
}

/**
 * Returns the time from which sessions continue after the first verification: that of the caller, or without a caller
 * the last one. Never earlier than sessions have ended already.
 */
export function sessionsContinueFromMs(user: Times, authTime?: number): number {
  const beganMs =
    authTime === undefined ? Date.parse(user.metadata.lastSignInTime) : authTime * 1000;
  return Math.max(sessionsEndedMs(user) ?? 0, Number.isNaN(beganMs) ? 0 : beganMs);
}
