/** What goes on without its maker, so that it needs a verified address. */
interface MadeThings {
  /** Paths of the documents. */
  keys: readonly string[];
  /** Ids. */
  channels: readonly string[];
  /** Ids. */
  shows: readonly string[];
}

export interface ConfirmationStore {
  /** True if {@link confirm} was called for this person. */
  isConfirmed(uid: string): Promise<boolean>;
  /** True if `noteVerifiedAccounts` decides about an account of this age. */
  isFromBefore(accountCreatedAtMs: number): Promise<boolean>;
  listMade(uid: string): Promise<MadeThings>;
  /** Idempotent. */
  end(uid: string, made: MadeThings): Promise<void>;
  /**
   * Stores `atMs` as the first verification, and that the person is to be asked about alerts saved until then.
   * Does nothing after the first call.
   */
  confirm(uid: string, atMs: number): Promise<void>;
}

interface VerifiedAccount {
  uid: string;
  createdAtMs: number;
}

/**
 * Ends what was made before the first verification of an address: anybody can sign up with another person's
 * address, and that person takes the account over by a password reset or with Google. To be called with a
 * verified account before anything that needs one. Idempotent and safe to repeat after a failure.
 */
export async function confirmAddress(
  store: ConfirmationStore,
  { uid, createdAtMs }: VerifiedAccount,
  atMs: number,
): Promise<void> {
  if (await store.isConfirmed(uid)) return;
  if (await store.isFromBefore(createdAtMs)) return;
  const made = await store.listMade(uid);
  // Nothing new can be made before somebody has confirmed. If another instance has done so since the first
  // look, the list may hold what the owner made after it.
  if (await store.isConfirmed(uid)) return;
  await store.end(uid, made);
  await store.confirm(uid, atMs);
}
