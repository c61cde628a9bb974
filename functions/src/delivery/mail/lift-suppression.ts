import { FieldValue } from 'firebase-admin/firestore';
import { accounts, database } from '../../platform/firebase-admin.ts';
import { readSuppression, type SuppressionReason, suppressionPath } from './suppressions.ts';

/** Reasons that the person chose. Episodes found during such a suppression are not mailed later. */
const CHOSEN: readonly SuppressionReason[] = ['unsubscribe', 'spamreport'];

/**
 * Returns the reason of the suppression; null if there was none. The mail service can still have the address on its
 * own list.
 */
export async function liftSuppression(email: string): Promise<SuppressionReason | null> {
  const reason = await readSuppression(email);
  if (reason === null) return null;
  const firestore = await database();
  const batch = firestore.batch();
  batch.delete(firestore.doc(suppressionPath(email)));
  const { users } = await accounts().getUsers([{ email }]);
  const now = FieldValue.serverTimestamp();
  for (const { uid } of users) {
    batch.set(
      firestore.doc(`users/${uid}`),
      {
        suppression: FieldValue.delete(),
        // Failed digests delayed the next digest with `retryAt`. Make it due now.
        unmailedAt: now,
        retryAt: now,
        ...(CHOSEN.includes(reason) && { resumedAt: now }),
      },
      { merge: true },
    );
  }
  await batch.commit();
  return reason;
}
