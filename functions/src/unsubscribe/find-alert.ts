import type { DocumentReference, Firestore, Transaction } from 'firebase-admin/firestore';
import { type AlertFields, alertFields, readAlert } from '../contract/index.ts';
import { alertIdentity, slotOf } from './alert-identity.ts';

/** An alert that a link was made for. */
interface FoundAlert {
  ref: DocumentReference;
  asked: AlertFields;
  isPaused: boolean;
  /** When a link paused it, as its document has it. */
  pausedAt: unknown;
}

/** The alert that a link was made for; null if it is gone, even if another has taken its slot. */
export async function findAlert(
  firestore: Firestore,
  transaction: Transaction,
  { uid, alertId }: { uid: string; alertId: string },
): Promise<FoundAlert | null> {
  const path = `users/${uid}/alerts/${slotOf(alertId)}`;
  const document = await transaction.get(firestore.doc(path));
  const fields = document.data();
  const alert = fields && readAlert(document.id, fields);
  if (!alert || alertIdentity(alert.id, alert.createdAtMs) !== alertId) return null;
  return {
    ref: document.ref,
    asked: alertFields(alert),
    isPaused: alert.paused === true,
    pausedAt: fields['pausedAt'],
  };
}
