import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { type AskedAlert, HOUR_MS } from '../contract/index.ts';
import type { UnsubscribeGrant } from './unsubscribe-token.ts';
import { findUser } from '../platform/find-user.ts';
import { database } from '../platform/firebase-admin.ts';
import { findAlert } from './find-alert.ts';
import { isPaused, pausedFields, resumedFields } from './pause-person.ts';

/** The state of what a link in a mail refers to: mail is sent, mail is stopped, or it is gone. */
export type UnsubscribeState =
  | { kind: 'gone' }
  | { kind: 'all'; stopped: boolean }
  | { kind: 'alert'; stopped: boolean; alert: AskedAlert };

export type UnsubscribeChange = 'stop' | 'undo';

/** The current state; changes nothing. */
export function readUnsubscribeState(grant: UnsubscribeGrant): Promise<UnsubscribeState> {
  return inTransaction(grant, null);
}

/**
 * Stops or resumes what the grant covers, and returns the new state. Repeating it changes nothing;
 * what never existed or was deleted stays that way.
 */
export function changeUnsubscribeState(
  grant: UnsubscribeGrant,
  change: UnsubscribeChange,
): Promise<UnsubscribeState> {
  return inTransaction(grant, change);
}

async function inTransaction(
  grant: UnsubscribeGrant,
  change: UnsubscribeChange | null,
): Promise<UnsubscribeState> {
  const { uid, alertId } = grant;
  // A deleted account's documents must not be created again.
  if ((await findUser(uid)) === null) return { kind: 'gone' };
  const firestore = await database();
  return firestore.runTransaction((transaction) =>
    alertId === null
      ? inPerson(firestore, transaction, uid, change)
      : inAlert(firestore, transaction, { uid, alertId }, change),
  );
}

async function inAlert(
  firestore: Firestore,
  transaction: Transaction,
  { uid, alertId }: { uid: string; alertId: string },
  change: UnsubscribeChange | null,
): Promise<UnsubscribeState> {
  const alert = await findAlert(firestore, transaction, { uid, alertId });
  if (alert === null) return { kind: 'gone' };
  const { ref, asked, isPaused: stopped } = alert;
  const wanted = change === null ? stopped : change === 'stop';
  if (wanted !== stopped) {
    const now = FieldValue.serverTimestamp();
    const gone = FieldValue.delete();
    const resumed = isSlip(alert.pausedAt) ? { changedAt: now } : { resumedAt: now };
    transaction.update(
      ref,
      wanted ? { paused: true, pausedAt: now } : { paused: false, pausedAt: gone, ...resumed },
    );
  }
  return { kind: 'alert', stopped: wanted, alert: asked };
}

async function inPerson(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  change: UnsubscribeChange | null,
): Promise<UnsubscribeState> {
  const person = await transaction.get(firestore.doc(`users/${uid}`));
  const fields = person.data() ?? {};
  const stopped = isPaused(fields);
  const wanted = change === null ? stopped : change === 'stop';
  if (wanted !== stopped) {
    const updatedAt = FieldValue.serverTimestamp();
    const { cadence, cadenceBeforePause } = wanted ? pausedFields(fields) : resumedFields(fields);
    const before = cadenceBeforePause ?? FieldValue.delete();
    const resumed = wanted || isSlip(fields['updatedAt']) ? {} : { resumedAt: updatedAt };
    transaction.set(
      person.ref,
      { cadence, cadenceBeforePause: before, updatedAt, ...resumed },
      { merge: true },
    );
  }
  return { kind: 'all', stopped: wanted };
}

/** Who takes back a stop so soon did not mean it, and misses nothing that came meanwhile. */
const SLIP_WITHIN_MS = HOUR_MS;

/** @param stoppedAt When mail was stopped, as a document has it. */
function isSlip(stoppedAt: unknown): boolean {
  return stoppedAt instanceof Timestamp && Date.now() - stoppedAt.toMillis() < SLIP_WITHIN_MS;
}
