import { type DeletionRefusal, RECENT_SIGN_IN_MS } from '../contract/index.ts';

interface DeletionAttempt {
  /** What the person typed. */
  confirm: string;
  /** The account's own address, as the identity token says it. */
  email: string | undefined;
  /** When the person last signed in, epoch milliseconds. */
  signedInAtMs: number;
}

/**
 * Why an account is not deleted, or null when it may be: the sign-in must not be older than
 * {@link RECENT_SIGN_IN_MS}, and what was typed must be the account's own address, whatever its case
 * and surrounding space. An account without an address cannot be confirmed.
 */
export function deletionRefusal(
  { confirm, email, signedInAtMs }: DeletionAttempt,
  nowMs: number,
): DeletionRefusal | null {
  if (nowMs - signedInAtMs > RECENT_SIGN_IN_MS) return 'recent-login-required';
  if (!email || normalized(confirm) !== normalized(email)) return 'confirmation-mismatch';
  return null;
}

function normalized(address: string): string {
  return address.trim().toLowerCase();
}
