import { FieldValue } from 'firebase-admin/firestore';
import { accounts, database } from '../platform/firebase-admin.ts';
import { readSuppression, type SuppressionReason, suppressionPath } from './suppressions.ts';

/** After these a person had not wanted mail: what came meanwhile is not told. */
const NOT_WANTED: readonly SuppressionReason[] = ['unsubscribe', 'spamreport'];

/**
 * Lets mail go to an address again. Answers with why none went there; null where some did, and then
 * nothing is changed. The mail service may have a list of its own.
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
        // Digests that could not be sent have the next ones wait.
        ...{ unmailedAt: now, retryAt: now },
        ...(NOT_WANTED.includes(reason) && { resumedAt: now }),
      },
      { merge: true },
    );
  }
  await batch.commit();
  return reason;
}
