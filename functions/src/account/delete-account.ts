import { type DeletionRefusal, RECENT_SIGN_IN_MS } from '../contract/index.ts';

/** The services that deleting an account needs. */
export interface AccountStore {
  /** Has {@link sweepAccount} run once no identity token of the account is valid any more. */
  scheduleSweep(uid: string): Promise<void>;
  /**
   * Deletes the person's digests, `users/{uid}` and everything below it. Returns how many deletes
   * that took, at least one: the person's own document is deleted even where there is none.
   *
   * Entries in `suppressions` stay, because an address that bounced or complained must get no mail
   * from a new account either. They are stored under a hash of the address and name nobody.
   */
  deleteDocuments(uid: string): Promise<number>;
  /** Deletes the account itself; one that is gone already is fine. */
  deleteUser(uid: string): Promise<void>;
  hasUser(uid: string): Promise<boolean>;
}

/**
 * Deletes all of a person's documents and then the account. Any failure is thrown, and calling
 * again finishes the rest: the account goes last, so its owner can still sign in and repeat.
 * Returns how many deletes that took.
 *
 * Another tab or device may write until its identity token expires, up to an hour after the account
 * is gone. What was written during the deletion is deleted at once; what is written later, by the
 * sweep. The sweep is scheduled first, so that it runs even if this call crashes half-way.
 */
export async function deleteAccount(store: AccountStore, uid: string): Promise<number> {
  await store.scheduleSweep(uid);
  const before = await store.deleteDocuments(uid);
  await store.deleteUser(uid);
  const after = await store.deleteDocuments(uid);
  return before + after;
}

/**
 * Deletes what was written after an account was deleted, and returns how many deletes that took.
 * Does nothing and returns null while the account exists: its deletion failed half-way, and the
 * owner may have decided to stay.
 */
export async function sweepAccount(store: AccountStore, uid: string): Promise<number | null> {
  return (await store.hasUser(uid)) ? null : store.deleteDocuments(uid);
}

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
