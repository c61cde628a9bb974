import { createHash } from 'node:crypto';
import { type Suppression, suppressionSchema } from '../../contract/index.ts';
import { database } from '../../platform/firebase-admin.ts';

export type SuppressionReason = Suppression['reason'];

/** The document id is a hash, so that nobody can read the address of a deleted account. */
export function suppressionPath(email: string): string {
  const address = email.trim().toLowerCase();
  return `suppressions/${createHash('sha256').update(address).digest('hex')}`;
}

/** Returns null if the address is not suppressed. A person with a new address gets mail again. */
export async function readSuppression(email: string): Promise<SuppressionReason | null> {
  const firestore = await database();
  const snapshot = await firestore.doc(suppressionPath(email)).get();
  if (!snapshot.exists) return null;
  return suppressionSchema.shape.reason.parse(snapshot.get('reason'));
}
