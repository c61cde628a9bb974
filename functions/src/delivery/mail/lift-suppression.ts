import { FieldValue } from 'firebase-admin/firestore';
import { accounts, database } from '../../platform/firebase-admin.ts';
import { readSuppression, type SuppressionReason, suppressionPath } from './suppressions.ts';

/** Reasons chosen by the person: episodes found during the suppression are not mailed later. */
const CHOSEN: readonly SuppressionReason[] = ['unsubscribe', 'spamreport'];

/** Null if there was no suppression. The mail service can still have the address on its own list. */
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
        // Failed digests delayed the next one (`retryAt`): make it due now.
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
