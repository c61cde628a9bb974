import type { PartFailure } from '#shared/loading/load-part.ts';

/** The person who is signed in. */
export interface SessionUser {
  uid: string;
  email: string;
  emailVerified: boolean;
  /** When the account was made, epoch milliseconds; null where unknown. */
  createdAtMs: number | null;
  /** Ids of the ways this person can sign in: `password`, `google.com`. */
  providers: string[];
}

/** Nobody is signed in, and perhaps why the way back from Google's page ended like this. */
interface SignedOut {
  status: 'signed-out';
  redirectFailure?: unknown;
  /** Somebody may be signed in: what would know it could not be loaded. */
  unreachable?: PartFailure | undefined;
}

/**
 * Whether somebody is signed in. `unknown` until the first auth state has arrived; for visitors who
 * never signed in on this device that is at once, without a byte of Firebase.
 */
export type Session =
  { status: 'unknown' } | SignedOut | { status: 'signed-in'; user: SessionUser };

/** A visitor, as prerendered pages take everybody for; one object, so that stores can compare it. */
export const VISITOR: Session = { status: 'signed-out' };
