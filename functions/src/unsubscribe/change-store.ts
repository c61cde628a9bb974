import {
  type DocumentReference,
  FieldPath,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { type AskedAlert, bringBack, isLeftOut, leaveOut } from '../contract/index.ts';
import { findUser } from '../platform/find-user.ts';
import { database } from '../platform/firebase-admin.ts';
import type { CadenceGrant, ChangeGrant, LeaveOutGrant } from './change-token.ts';
import { findAlert } from './find-alert.ts';
import { cadenceFields, cadenceOf, isPaused } from './pause-person.ts';

/** The state of what an email's link may change. */
export type ChangeState =
  | { kind: 'gone' }
  | {
      kind: 'alert';
      alert: AskedAlert;
      term: string;
      isLeftOut: boolean;
      /** Whether the keyword has no room to leave it out. */
      isFull: boolean;
      /** Whether another alert of the person asks for the same now. */
      isDouble: boolean;
    }
  | {
      kind: 'cadence';
      /** The cadence now, and the one that the link sets. */
      now: string;
      to: string;
      /** What undoing goes back to. */
      before: string;
    };

export type Change = 'change' | 'undo';

/**
 * Makes the change that a link grants, or undoes it, and returns the new state; with null it only looks.
 * Repeating it changes nothing, and what was deleted stays deleted.
 */
export async function changeByLink(
  grant: ChangeGrant,
  change: Change | null,
): Promise<ChangeState> {
  // A deleted account's documents must not be created again.
  if ((await findUser(grant.uid)) === null) return { kind: 'gone' };
  const firestore = await database();
  return firestore.runTransaction((transaction) =>
    grant.kind === 'cadence'
      ? inPerson(firestore, transaction, grant, change)
      : inAlert(firestore, transaction, grant, change),
  );
}

async function inAlert(
  firestore: Firestore,
  transaction: Transaction,
  grant: LeaveOutGrant,
  change: Change | null,
): Promise<ChangeState> {
  const { term } = grant;
  const found = await findAlert(firestore, transaction, grant);
  if (found === null) return { kind: 'gone' };
  const { ref, asked: alert } = found;
  const without = leaveOut(alert, term);
  const state = { kind: 'alert', term, isFull: without === null, isDouble: false } as const;
  const wanted = change === null ? alert : change === 'undo' ? bringBack(alert, term) : without;
  if (change === null || wanted === null || wanted.keyword === alert.keyword) {
    return { ...state, alert, isLeftOut: isLeftOut(alert, term) };
  }
  const isDouble = await isAskedBesides(transaction, ref, wanted);
  const since = change === 'undo' ? FieldValue.delete() : FieldValue.serverTimestamp();
  transaction.update(
    ref,
    ...[new FieldPath('excluded', term), since],
    ...['keyword', wanted.keyword],
    ...['language', wanted.language ?? FieldValue.delete()],
    ...['changedAt', FieldValue.serverTimestamp()],
  );
  const { spoken } = alert;
  return { ...state, alert: { ...wanted, spoken }, isLeftOut: change === 'change', isDouble };
}

/** Two alerts that ask for the same are one in a digest. */
async function isAskedBesides(
  transaction: Transaction,
  ref: DocumentReference,
  { keyword }: AskedAlert,
): Promise<boolean> {
  const same = await transaction.get(ref.parent.where('keyword', '==', keyword).limit(2));
  return same.docs.some(({ id }) => id !== ref.id);
}

async function inPerson(
  firestore: Firestore,
  transaction: Transaction,
  { uid, to, from }: CadenceGrant,
  change: Change | null,
): Promise<ChangeState> {
  const person = await transaction.get(firestore.doc(`users/${uid}`));
  const fields = person.data() ?? {};
  const now = cadenceOf(fields);
  if (change === null || now === to) return { kind: 'cadence', now, to, before: from };
  const { cadence, cadenceBeforePause } = cadenceFields(fields, to);
  const before = cadenceBeforePause ?? FieldValue.delete();
  const updatedAt = FieldValue.serverTimestamp();
  const resumed = isPaused(fields) ? { resumedAt: updatedAt } : {};
  transaction.set(
    person.ref,
    { cadence, cadenceBeforePause: before, updatedAt, ...resumed },
    { merge: true },
  );
  return { kind: 'cadence', now: to, to, before: now };
}
