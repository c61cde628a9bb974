import { createHash } from 'node:crypto';
import { type Suppression, suppressionSchema } from '../contract/index.ts';
import { database } from '../platform/firebase-admin.ts';

/** Why an address gets no more mail, in SendGrid's terms. */
export type SuppressionReason = Suppression['reason'];

/**
 * Path of the document that says why an address gets no mail. It is named by a hash, so that the
 * addresses of people who left cannot be read from it. Case and surrounding spaces do not matter.
 */
export function suppressionPath(email: string): string {
  const address = email.trim().toLowerCase();
  return `suppressions/${createHash('sha256').update(address).digest('hex')}`;
}

/**
 * Why no mail may be sent to the address, or null. This concerns the address, not the person:
 * somebody who changes their address gets mail again.
 */
export async function readSuppression(email: string): Promise<SuppressionReason | null> {
  const firestore = await database();
  const snapshot = await firestore.doc(suppressionPath(email)).get();
  if (!snapshot.exists) return null;
  return suppressionSchema.shape.reason.parse(snapshot.get('reason'));
}
