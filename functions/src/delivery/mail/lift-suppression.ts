import { FieldValue } from 'firebase-admin/firestore';
import { accounts, database } from '../../platform/firebase-admin.ts';
import { readSuppression, type SuppressionReason, suppressionPath } from './suppressions.ts';

/**
 * Reasons that are a choice of the person: episodes from the time of the suppression are then not mailed
 * later.
 */
const NOT_WANTED: readonly SuppressionReason[] = ['unsubscribe', 'spamreport'];

/**
 * Removes the suppression of an address; the mail service may still have the address on its own list. Returns
 * the reason; null if there was no suppression.
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
        // Failed digests delayed the next one (`retryAt`); the retry is due now.
        unmailedAt: now,
        retryAt: now,
        ...(NOT_WANTED.includes(reason) && { resumedAt: now }),
      },
      { merge: true },
    );
  }
  await batch.commit();
  return reason;
}
