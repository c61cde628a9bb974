import { findUser } from '../platform/find-user.ts';
import { confirmAddress } from './confirm-address.ts';
import { firestoreConfirmation } from './firestore-confirmation.ts';

export type Standing = 'verified' | 'unverified' | 'disabled' | 'gone';

/**
 * Confirms the address of a verified account. At the first verification, {@link confirmAddress} deletes what was
 * created before it: read channels, keys and shows only afterwards.
 */
export async function accountStanding(uid: string): Promise<Standing> {
  const user = await findUser(uid);
  if (user === null) return 'gone';
  if (user.disabled) return 'disabled';
  if (!user.emailVerified) return 'unverified';
  const createdAtMs = Date.parse(user.metadata.creationTime);
  await confirmAddress(firestoreConfirmation, { uid, createdAtMs }, Date.now());
  return 'verified';
}
