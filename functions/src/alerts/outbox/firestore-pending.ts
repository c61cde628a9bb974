import type { DocumentReference, Firestore, Transaction } from 'firebase-admin/firestore';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import { isEmptyPending } from './pending-document.ts';
import { readPending, readSentLog } from './outbox-documents.ts';
import type { Operations } from '../match/alert-source.ts';
import type { AddPending, OutboxStore } from './outbox-store.ts';

export function pendingRef(
  firestore: Firestore,
  uid: string,
  channelId?: string,
): DocumentReference {
  return firestore.doc(
    `users/${uid}/ledger/${channelId === undefined ? 'pending' : `pending-${channelId}`}`,
  );
}

export function pendingStore(
  firestore: Firestore,
  operations: Operations,
): OutboxStore['addPending'] {
  /** False if the alert or the channel was deleted: then nothing may be stored. */
  async function isThere(
    transaction: Transaction,
    { uid, channelId, alertId }: Pick<AddPending, 'uid' | 'channelId' | 'alertId'>,
  ): Promise<boolean> {
    const person = firestore.doc(`users/${uid}`);
    const alert = person.collection('alerts').doc(slotOf(alertId));
    const refs = [alert, ...(channelId ? [person.collection('channels').doc(channelId)] : [])];
    operations.reads += refs.length;
    return (await transaction.getAll(...refs)).every(({ exists }) => exists);
  }

  return ({ uid, channelId, alertId, readSent, decide }) => {
    const ref = pendingRef(firestore, uid, channelId);
    return firestore.runTransaction(async (transaction) => {
      const refs = [ref, ...(readSent ? [ref.parent.doc(channelId ?? 'sent')] : [])];
      operations.reads += refs.length;
      const [stored, sentLog] = await transaction.getAll(...refs);
      if (stored?.exists !== true && !(await isThere(transaction, { uid, channelId, alertId }))) {
        return false;
      }
      const before = readPending(stored?.data());
      const after = decide(before, readSentLog(sentLog?.data()));
      if (after !== before) {
        operations.writes += 1;
        transaction.set(ref, after);
      }
      return !isEmptyPending(after);
    });
  };
}
