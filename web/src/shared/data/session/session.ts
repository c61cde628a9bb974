import type { PartFailure } from '#shared/loading/load-part.ts';

export interface SessionUser {
  uid: string;
  email: string;
  emailVerified: boolean;
  /** Creation date of the account in epoch milliseconds; null if unknown. */
  createdAtMs: number | null;
  /** Ids of the sign-in methods: `password`, `google.com`. */
  providers: string[];
}

interface SignedOut {
  status: 'signed-out';
  redirectFailure?: unknown;
  /** Set if the identity service could not be loaded. Somebody may be signed in nevertheless. */
  unreachable?: PartFailure | undefined;
}

/**
 * `unknown` until Firebase reports the first auth state. Without a sign-in hint, Firebase is not
 * loaded and the session is `signed-out` at once.
 */
export type Session =
  { status: 'unknown' } | SignedOut | { status: 'signed-in'; user: SessionUser };

/** Stores compare this object by identity. */
export const VISITOR: Session = { status: 'signed-out' };
