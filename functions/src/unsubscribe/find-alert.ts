import type { DocumentReference, Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod';
import type { AskedAlert } from '../contract/index.ts';
import { alertIdentity, documentIdOf } from './alert-identity.ts';

/** An alert that a link was made for. */
interface FoundAlert {
  ref: DocumentReference;
  asked: AskedAlert;
  isPaused: boolean;
  /** When a link paused it, as its document has it. */
  pausedAt: unknown;
}

const askedSchema = z.object({
  keyword: z.string(),
  language: z.literal(1).optional().catch(undefined),
  spoken: z.boolean().optional().catch(undefined),
});

/** The alert that a link was made for; null if it is gone, even if another has taken its slot. */
export async function findAlert(
  firestore: Firestore,
  transaction: Transaction,
  { uid, alertId }: { uid: string; alertId: string },
): Promise<FoundAlert | null> {
  const path = `users/${uid}/alerts/${documentIdOf(alertId)}`;
  const alert = await transaction.get(firestore.doc(path));
  const fields = alert.data();
  if (fields === undefined || alertIdentity(alert.id, fields) !== alertId) return null;
  return {
    ref: alert.ref,
    asked: askedSchema.parse(fields),
    isPaused: fields['paused'] === true,
    pausedAt: fields['pausedAt'],
  };
}
