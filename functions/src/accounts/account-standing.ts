import { findUser } from '../platform/find-user.ts';
import { isVerified } from '../platform/sign-up-rule.ts';
import { confirmAddress } from './confirm-address.ts';
import { firestoreConfirmation } from './firestore-confirmation.ts';
import { sessionsContinueFromMs } from './session-standing.ts';

export type Standing = 'verified' | 'unverified' | 'disabled' | 'gone';

/**
 * Also confirms the address of a verified account. {@link confirmAddress} can then delete channels, keys and shows,
 * so read them only after this call.
 */
export async function accountStanding(uid: string): Promise<Standing> {
  const user = await findUser(uid);
  if (user === null) return 'gone';
  if (user.disabled) return 'disabled';
  if (!isVerified(user)) return 'unverified';
  const createdAtMs = Date.parse(user.metadata.creationTime);
  const account = { uid, createdAtMs, sessionsFromMs: sessionsContinueFromMs(user) };
  await confirmAddress(firestoreConfirmation, account, Date.now());
  return 'verified';
}
