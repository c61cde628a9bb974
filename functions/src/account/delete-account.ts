import { type DeletionRefusal, RECENT_SIGN_IN_MS } from '../contract/index.ts';

export interface AccountStore {
  /** Runs {@link sweepAccount} once no identity token of the account is valid any more. */
  scheduleSweep(uid: string): Promise<void>;
  /**
   * Returns the number of deletes, at least 1. `suppressions` stay: an address that bounced or
   * complained gets no mail from a new account either. They hold a hash of the address and name
   * nobody.
   */
  deleteDocuments(uid: string): Promise<number>;
  /** Succeeds also if the account is gone already. */
  deleteUser(uid: string): Promise<void>;
  hasUser(uid: string): Promise<boolean>;
}

/**
 * Deletes a person's documents, then the account; returns the number of deletes. The account goes
 * last, so after a failure its owner can sign in and repeat. Other tabs may write until their
 * identity token expires: the sweep, scheduled first so that no crash prevents it, deletes that.
 */
export async function deleteAccount(store: AccountStore, uid: string): Promise<number> {
  await store.scheduleSweep(uid);
  const before = await store.deleteDocuments(uid);
  await store.deleteUser(uid);
  const after = await store.deleteDocuments(uid);
  return before + after;
}

/**
 * Deletes documents written after an account was deleted. Null while the account exists: its
 * deletion failed half-way, and the owner may have decided to stay.
 */
export async function sweepAccount(store: AccountStore, uid: string): Promise<number | null> {
  return (await store.hasUser(uid)) ? null : store.deleteDocuments(uid);
}

interface DeletionAttempt {
  confirm: string;
  email: string | undefined;
  signedInAtMs: number;
}

/** `confirm` must equal the account's address, whatever its case and surrounding space. */
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
