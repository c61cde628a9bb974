/** Things that work without their creator, and so need a verified address. */
interface MadeThings {
  keyPaths: readonly string[];
  channelIds: readonly string[];
  showIds: readonly string[];
}

export interface ConfirmationStore {
  isConfirmed(uid: string): Promise<boolean>;
  /** True while `noteVerifiedAccounts` has yet to decide about accounts of this age. */
  isLeftToSweep(accountCreatedAtMs: number): Promise<boolean>;
  listMade(uid: string): Promise<MadeThings>;
  /** Idempotent. */
  deleteMade(uid: string, made: MadeThings): Promise<void>;
  /**
   * Stores `atMs` as the first verification. From then on, the site asks the person about alerts saved until then.
   * Only the first call has an effect.
   */
  confirm(uid: string, atMs: number): Promise<void>;
}

interface VerifiedAccount {
  uid: string;
  createdAtMs: number;
}

/**
 * Deletes what was created before the first verification of an address. Anybody can sign up with another person's
 * address, and that person takes the account over by a password reset or with Google. Call it for a verified
 * account before anything that needs one. Idempotent, and safe to retry after a failure.
 */
export async function confirmAddress(
  store: ConfirmationStore,
  { uid, createdAtMs }: VerifiedAccount,
  atMs: number,
): Promise<void> {
  if (await store.isConfirmed(uid)) return;
  if (await store.isLeftToSweep(createdAtMs)) return;
  const made = await store.listMade(uid);
  // Nothing new can be created before the confirmation. If another instance confirmed since the first check, the
  // list can contain what the owner created afterwards.
  if (await store.isConfirmed(uid)) return;
  await store.deleteMade(uid, made);
  await store.confirm(uid, atMs);
}
