/** What deleting an account acts on. */
export interface AccountStore {
  /** Has {@link sweepAccount} run once no identity token of the account is valid any more. */
  scheduleSweep(uid: string): Promise<void>;
  /**
   * Deletes the person's digests, `users/{uid}` and everything below it; returns how many deletes it
   * took, at least one: the person's own document is deleted whether or not there is one. What stays
   * is that an address wants or takes no mail (`suppressions`): it is kept under the address's hash,
   * names nobody, and must outlive an account that is made anew with the same address.
   */
  deleteDocuments(uid: string): Promise<number>;
  /** Deletes the account itself; one that is gone already is fine. */
  deleteUser(uid: string): Promise<void>;
  hasUser(uid: string): Promise<boolean>;
}

/**
 * Deletes all of a person's documents and then the account. Whatever fails is thrown, and calling
 * again finishes what was left: the account goes last, so until then its owner can sign in and
 * repeat. Returns how many deletes of documents it took.
 *
 * Another tab or device may write until its identity token expires, up to an hour after the account
 * is gone. What was written while this ran is deleted at once, what comes later by the sweep. The
 * sweep is scheduled first: no crash can come between losing the account and knowing of the rest.
 */
export async function deleteAccount(store: AccountStore, uid: string): Promise<number> {
  await store.scheduleSweep(uid);
  const before = await store.deleteDocuments(uid);
  await store.deleteUser(uid);
  const after = await store.deleteDocuments(uid);
  return before + after;
}

/**
 * Deletes what was written to a deleted account's documents afterwards, and returns how many deletes
 * it took. Does nothing, and returns null, while the account is there: its deletion died half-way
 * and its owner may have decided to stay.
 */
export async function sweepAccount(store: AccountStore, uid: string): Promise<number | null> {
  return (await store.hasUser(uid)) ? null : store.deleteDocuments(uid);
}
