import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  type AlertFields,
  alertFields,
  alertIdentity,
  alertName,
  DAY_MS,
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
  const nowMs = Date.now();
  const state = readPause(fields, nowMs);
  return {
    ref: document.ref,
    fields,
    alert: alertFields(alert),
    state,
    isPaused: state.isPaused,
    mayUndo: mayUndoPause(state, nowMs),
  };
}

/** Replaces the alert's name if the mail did not show it. */
export const OF_THIS_MAIL = 'of this email';

export const stopAlert = pauseAction<GrantOf<'stop-alert'>>({
  untilMs: () => undefined,
  ask: (name) => ({
    title: `Pause the alert ${name}?`,
    text: 'You will get no more emails about it. Your other alerts continue as before, and you can resume this one at any time.',
    label: 'Pause this alert',
  }),
});

export const pauseAlert = pauseAction<GrantOf<'pause-alert'>>({
  untilMs: ({ days }, nowMs) => nowMs + days * DAY_MS,
  ask: (name, { days }) => ({
    title: `Pause the alert ${name} for ${days} days?`,
    text: 'You will get no emails about it until then. Your other alerts continue as before, and you can resume this one at any time.',
    label: `Pause for ${days} days`,
  }),
});

interface PauseAction<Grant> {
  /** When the pause ends by itself. */
  untilMs: (grant: Grant, nowMs: number) => number | undefined;
  ask: (name: string, grant: Grant) => { title: string; text: string; label: string };
}

/** Changes no pause that somebody chose before, so undoing it restores what was. */
function pauseAction<Grant extends GrantOf<'stop-alert' | 'pause-alert'>>({
  untilMs,
  ask,
}: PauseAction<Grant>): LinkAction<Grant, FoundAlert> {
  return {
    wish: 'stop',
    read: findAlert,
    apply(transaction, grant, found) {
      if (found.isPaused) return found;
      const now = FieldValue.serverTimestamp();
      const pausedUntilMs = untilMs(grant, Date.now());
      const resumedAtMs = found.state.pausedUntilMs;
      transaction.update(found.ref, {
        paused: true,
        pausedAt: now,
        pausedByLinkAt: now,
        pausedUntil:
          pausedUntilMs === undefined ? FieldValue.delete() : Timestamp.fromMillis(pausedUntilMs),
        // Otherwise an undo would send what was found during an earlier pause, which ended by itself.
        ...(resumedAtMs !== undefined && { resumedAt: Timestamp.fromMillis(resumedAtMs) }),
      });
      const state = { ...found.state, pausedUntilMs };
      return { ...found, state, isPaused: true, mayUndo: true };
    },
    undo(transaction, _grant, found) {
      if (!found.mayUndo) return found;
      const gone = FieldValue.delete();
      transaction.update(found.ref, {
        paused: false,
        pausedAt: gone,
        pausedByLinkAt: gone,
        pausedUntil: gone,
        changedAt: FieldValue.serverTimestamp(),
      });
      return { ...found, isPaused: false };
    },
    describe({ alert, state, isPaused, mayUndo }, grant, isUndone) {
      const isAsSaid = grant.said === saidOf(alert);
      const name = isAsSaid ? `for “${alertName(alert)}”` : OF_THIS_MAIL;
      const description = isAsSaid ? describeAlert(alert) : null;
      const described = (text: string) => (description === null ? text : `${description} ${text}`);
      if (isPaused) {
        const until =
          state.pausedUntilMs === undefined ? '' : ` until ${DAY.format(state.pausedUntilMs)}`;
        const goesOn =
          until === ''
            ? 'You will get no more emails about it.'
            : 'After that, you will get new episodes again.';
        return {
          title: `The alert ${name} is paused${until}`,
          text: described(`${goesOn} Your other alerts continue as before.`),
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
      const { title, text, label } = ask(name, grant);
      return { title, text: described(text), button: { wish: 'stop', label } };
    },
  };
}

/** The link's page does not know its reader's time zone. */
const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
