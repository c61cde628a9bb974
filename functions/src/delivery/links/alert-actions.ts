import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  type AlertFields,
  alertFields,
  alertIdentity,
  alertName,
  describeAlert,
  readAlert,
} from '../../contract/index.ts';
import { slotOf } from './alert-identity.ts';
import type { LinkAction } from './link-action.ts';
import { UNDO } from './link-page.ts';
import { type AlertBefore, mayUndoPause, readPause } from './link-rules.ts';
import type { GrantOf } from './link-token.ts';
import { saidOf } from './said-alert.ts';

export interface FoundAlert {
  ref: DocumentReference;
  fields: DocumentData;
  alert: AlertFields;
  state: AlertBefore;
  isPaused: boolean;
  mayUndo: boolean;
}

/** Returns null if the alert is deleted, even if a new alert has its slot. */
export async function findAlert(
  transaction: Transaction,
  { uid, alertId }: { uid: string; alertId: string },
  firestore: Firestore,
): Promise<FoundAlert | null> {
  const path = `users/${uid}/alerts/${slotOf(alertId)}`;
  const document = await transaction.get(firestore.doc(path));
  const fields = document.data();
  const alert = fields && readAlert(document.id, fields);
  if (!alert || alertIdentity(alert.id, alert.createdAtMs) !== alertId) return null;
  const state = readPause(fields);
  return {
    ref: document.ref,
    fields,
    alert: alertFields(alert),
    state,
    isPaused: state.isPaused,
    mayUndo: mayUndoPause(state, Date.now()),
  };
}

/** Replaces the alert's name if the mail did not show it. */
export const OF_THIS_MAIL = 'of this email';

export const stopAlert: LinkAction<GrantOf<'stop-alert'>, FoundAlert> = {
  wish: 'stop',
  read: findAlert,
  apply(transaction, _grant, found) {
    const now = FieldValue.serverTimestamp();
    if (found.isPaused) return found;
    transaction.update(found.ref, { paused: true, pausedAt: now, pausedByLinkAt: now });
    return { ...found, isPaused: true, mayUndo: true };
  },
  undo(transaction, _grant, found) {
    if (!found.mayUndo) return found;
    const gone = FieldValue.delete();
    transaction.update(found.ref, {
      paused: false,
      pausedAt: gone,
      pausedByLinkAt: gone,
      changedAt: FieldValue.serverTimestamp(),
    });
    return { ...found, isPaused: false };
  },
  describe({ alert, isPaused, mayUndo }, { said }, isUndone) {
    const isAsSaid = said === saidOf(alert);
    const name = isAsSaid ? `for “${alertName(alert)}”` : OF_THIS_MAIL;
    const description = isAsSaid ? describeAlert(alert) : null;
    const described = (text: string) => (description === null ? text : `${description} ${text}`);
    if (isPaused) {
      return {
        title: `The alert ${name} is paused`,
        text: described(
          'You will get no more emails about it. Your other alerts continue as before.',
        ),
        button: mayUndo ? UNDO : null,
      };
    }
    if (isUndone) {
      return {
        title: `The alert ${name} is on again`,
        text: description ?? 'You will get new episodes that mention it.',
        button: null,
      };
    }
    return {
      title: `Pause the alert ${name}?`,
      text: described(
        'You will get no more emails about it. Your other alerts continue as before, and you can resume this one at any time.',
      ),
      button: { wish: 'stop', label: 'Pause this alert' },
    };
  },
};
