/** Things that keep working while their creator is signed out, and therefore need a verified address. */
interface MadeThings {
  keyPaths: readonly string[];
  channelIds: readonly string[];
  showIds: readonly string[];
}

export interface ConfirmationStore {
  isConfirmed(uid: string): Promise<boolean>;
  /** True if `noteVerifiedAccounts` is unfinished and covers an account created at this time. */
  isLeftToSweep(accountCreatedAtMs: number): Promise<boolean>;
  listMade(uid: string): Promise<MadeThings>;
  /** Idempotent. */
  deleteMade(uid: string, made: MadeThings): Promise<void>;
  /** Ends the sessions that began earlier. Idempotent. */
  endSessionsBefore(uid: string, atMs: number): Promise<void>;
  /**
   * Stores `atMs` as the time of the first verification. The site then asks the person about alerts saved until
   * `atMs`. Only the first call has an effect.
   */
  confirm(uid: string, atMs: number): Promise<void>;
}

interface VerifiedAccount {
  uid: string;
  createdAtMs: number;
  /** Sessions that began earlier may be somebody else's. */
  sessionsFromMs: number;
}

/**
 * Deletes what was created before the address was first verified, and ends the sessions before that of the owner,
 * because anybody can sign up with another person's address. The owner of the address can later take over the account with a password reset or with Google. Call this for
 * a verified account before anything that needs one. Idempotent, and safe to retry after a failure.
 */
export async function confirmAddress(
  store: ConfirmationStore,
  { uid, createdAtMs, sessionsFromMs }: VerifiedAccount,
  atMs: number,
): Promise<void> {
  if (await store.isConfirmed(uid)) return;
  if (await store.isLeftToSweep(createdAtMs)) return;
  const made = await store.listMade(uid);
  // Check again: if another instance confirmed the address meanwhile, the list can contain what the owner created
  // afterwards. Before the confirmation, nothing new can be created.
  if (await store.isConfirmed(uid)) return;
  await store.deleteMade(uid, made);
  await store.endSessionsBefore(uid, sessionsFromMs);
  await store.confirm(uid, atMs);
}
