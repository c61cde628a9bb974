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

/** A visitor; `redirectFailure` is the error of a failed sign-in by redirect. */
interface SignedOut {
  status: 'signed-out';
  redirectFailure?: unknown;
  /** Set if the identity service could not be loaded, so that somebody may be signed in. */
  unreachable?: PartFailure | undefined;
}

/**
 * `unknown` until Firebase reports the first auth state. Visitors without a sign-in hint skip it: Firebase is not
 * loaded for them.
 */
export type Session =
  { status: 'unknown' } | SignedOut | { status: 'signed-in'; user: SessionUser };

/** The session of a visitor; a constant, so that stores can compare it by identity. */
export const VISITOR: Session = { status: 'signed-out' };
