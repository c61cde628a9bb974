import { createHash } from 'node:crypto';
import { type Suppression, suppressionSchema } from '../contract/index.ts';
import { database } from '../platform/firebase-admin.ts';

/** Why an address gets no mail any more, in SendGrid's words. */
export type SuppressionReason = Suppression['reason'];

/**
 * Where it is written that an address gets no mail: under a hash, so that the addresses of people who
 * have left cannot be read from there. Case and surrounding space do not matter.
 */
export function suppressionPath(email: string): string {
  const address = email.trim().toLowerCase();
  return `suppressions/${createHash('sha256').update(address).digest('hex')}`;
}

/**
 * Why no mail may go to the address, or null. It is about the address and not the person: who
 * changes their address gets mail again.
 */
export async function readSuppression(email: string): Promise<SuppressionReason | null> {
  const firestore = await database();
  const snapshot = await firestore.doc(suppressionPath(email)).get();
  if (!snapshot.exists) return null;
  return suppressionSchema.shape.reason.parse(snapshot.get('reason'));
}
