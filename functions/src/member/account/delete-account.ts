import { type DeletionRefusal, RECENT_SIGN_IN_MS } from '../../contract/index.ts';

export interface AccountStore {
  /** Schedules {@link sweepAccount} for when all identity tokens of the account have expired. */
  scheduleSweep(uid: string): Promise<void>;
  /**
   * Returns the number of deletes: at least 1, because the person's document counts even if it does not exist. Retains
   * `suppressions`, so that a bounced address gets no mail from a new account either. They contain only a hash of the
   * address.
   */
  deleteDocuments(uid: string): Promise<number>;
  /** Idempotent. */
  deleteUser(uid: string): Promise<void>;
  hasUser(uid: string): Promise<boolean>;
}

/**
 * Deletes the documents, then the account; returns the number of deletes. After a failure the owner can sign
 * in and repeat the deletion. Other open tabs can write until their identity token expires; the sweep deletes
 * what they write.
 */
export async function deleteAccount(store: AccountStore, uid: string): Promise<number> {
  await store.scheduleSweep(uid);
  const before = await store.deleteDocuments(uid);
  await store.deleteUser(uid);
  const after = await store.deleteDocuments(uid);
  return before + after;
}

/** Deletes documents written after the account was deleted. Returns null if the account's deletion failed. */
export async function sweepAccount(store: AccountStore, uid: string): Promise<number | null> {
  return (await store.hasUser(uid)) ? null : store.deleteDocuments(uid);
}

interface DeletionAttempt {
  confirm: string;
  email: string | undefined;
  signedInAtMs: number;
}

/** Returns null if the account can be deleted. `confirm` must be its address; case and outer spaces are ignored. */
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
