import {
  type DocumentReference,
  FieldPath,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  type AlertFields,
  alertFields,
  alertName,
  type AlertQuery,
  restoreTerm,
  describeAlert,
  isExcluded,
  excludeTerm,
  NO_ROOM_TO_EXCLUDE,
  readAlert,
  parseQuery,
} from '../contract/index.ts';
import { alertIdentity, slotOf } from './alert-identity.ts';
import { isSlip, type LinkAction } from './link-action.ts';
import { UNDO } from './link-page.ts';
import type { GrantOf } from './link-token.ts';

interface FoundAlert {
  ref: DocumentReference;
  alert: AlertFields;
  isPaused: boolean;
  /** Firestore timestamp of the pause, if a link paused the alert. */
  pausedAt: unknown;
}

/** Null if the alert is deleted, even if a new alert has its slot. */
async function findAlert(
  transaction: Transaction,
  { uid, alertId }: { uid: string; alertId: string },
  firestore: Firestore,
): Promise<FoundAlert | null> {
  const path = `users/${uid}/alerts/${slotOf(alertId)}`;
  const document = await transaction.get(firestore.doc(path));
  const fields = document.data();
  const alert = fields && readAlert(document.id, fields);
  if (!alert || alertIdentity(alert.id, alert.createdAtMs) !== alertId) return null;
  return {
    ref: document.ref,
    alert: alertFields(alert),
    isPaused: alert.paused === true,
    pausedAt: fields['pausedAt'],
  };
}

export const stopAlert: LinkAction<GrantOf<'stop-alert'>, FoundAlert> = {
  wish: 'stop',
  read: findAlert,
  apply(transaction, _grant, found) {
    const now = FieldValue.serverTimestamp();
    if (!found.isPaused) transaction.update(found.ref, { paused: true, pausedAt: now });
    return { ...found, isPaused: true };
  },
  undo(transaction, _grant, found) {
    const now = FieldValue.serverTimestamp();
    const resumed = isSlip(found.pausedAt) ? { changedAt: now } : { resumedAt: now };
    const fields = { paused: false, pausedAt: FieldValue.delete(), ...resumed };
    if (found.isPaused) transaction.update(found.ref, fields);
    return { ...found, isPaused: false };
  },
  describe({ alert, isPaused }, _grant, isUndone) {
    const name = `“${alertName(alert)}”`;
    const asked = describeAlert(alert);
    // A query is described in words, as in mails and in the list of alerts.
    const saying = (text: string) => (asked === null ? text : `${asked} ${text}`);
    if (isPaused) {
      return {
        title: `The alert for ${name} is paused`,
        text: saying('You will get no more emails about it. Your other alerts continue as before.'),
        button: UNDO,
      };
    }
    if (isUndone) {
      return {
        title: `The alert for ${name} is on again`,
        text: asked ?? 'You will hear about new episodes that mention it.',
        button: null,
      };
    }
    return {
      title: `Pause the alert for ${name}?`,
      text: saying(
        'You will get no more emails about it. Your other alerts continue as before, and you can resume this one at any time.',
      ),
      button: { wish: 'stop', label: 'Pause this alert' },
    };
  },
};

interface Exclusion {
  ref: DocumentReference;
  alert: AlertQuery;
  isExcluded: boolean;
  /** The keyword would become too long with the term. */
  isFull: boolean;
  /** Another alert of the person now has the same keyword: a digest shows both as one. */
  isDouble: boolean;
}

export const excludeFromAlert: LinkAction<GrantOf<'exclude'>, Exclusion> = {
  wish: 'change',
  async read(transaction, grant, firestore) {
    const found = await findAlert(transaction, grant, firestore);
    if (found === null) return null;
    const { ref, alert } = found;
    return {
      ...{ ref, alert, isDouble: false },
      isExcluded: isExcluded(alert, grant.term),
      isFull: excludeTerm(alert, grant.term) === null,
    };
  },
  async apply(transaction, { term }, state) {
    const wanted = excludeTerm(state.alert, term);
    if (wanted === null || wanted.keyword === state.alert.keyword) return state;
    const changed = await changeKeyword(transaction, state, wanted, {
      ...{ term, since: FieldValue.serverTimestamp() },
    });
    return { ...changed, isExcluded: true };
  },
  async undo(transaction, { term }, state) {
    const wanted = restoreTerm(state.alert, term);
    if (wanted.keyword === state.alert.keyword) return state;
    const changed = await changeKeyword(transaction, state, wanted, {
      ...{ term, since: FieldValue.delete() },
    });
    return { ...changed, isExcluded: false };
  },
  describe({ alert, isExcluded, isFull, isDouble }, { term }, isUndone) {
    const [{ text: words, field } = { text: term, field: 'text' }] = parseQuery([`-${term}`]).not;
    const name = field === 'show' ? `the show “${words}”` : `“${words}”`;
    const ofAlert = `“${alertName(alert)}”`;
    const mentions = alert.language === 1 ? '' : `Episodes that mention ${ofAlert}. `;
    const watches = `${mentions}${describeAlert(alert) ?? ''}`.trim();
    const besides = isDouble
      ? ' Another of your alerts is the same now, so your emails show the two as one.'
      : '';
    if (isExcluded) {
      return {
        title: `Your alert leaves out ${name} now`,
        text: `${watches}${besides}`,
        button: UNDO,
      };
    }
    if (isUndone) {
      return {
        title: `Your alert does not leave out ${name} any more`,
        text: `${watches}${besides}`,
        button: null,
      };
    }
    if (isFull) {
      return {
        title: `${name.charAt(0).toUpperCase()}${name.slice(1)} cannot be left out`,
        text: NO_ROOM_TO_EXCLUDE,
        button: null,
      };
    }
    const goes =
      field === 'show'
        ? 'You will get no more emails about episodes of shows with these words in their name.'
        : 'You will get no more emails about episodes that mention it.';
    return {
      title: `Leave ${name} out of your alert for ${ofAlert}?`,
      text: `${goes} Everything else continues as before, and you can undo it at any time.`,
      button: { wish: 'change', label: 'Leave it out' },
    };
  },
};

async function changeKeyword(
  transaction: Transaction,
  state: Exclusion,
  wanted: AlertQuery,
  { term, since }: { term: string; since: FieldValue },
): Promise<Exclusion> {
  const { ref, alert } = state;
  const same = await transaction.get(ref.parent.where('keyword', '==', wanted.keyword).limit(2));
  transaction.update(
    ref,
    ...[new FieldPath('excluded', term), since],
    ...['keyword', wanted.keyword],
    ...['language', wanted.language ?? FieldValue.delete()],
    ...['changedAt', FieldValue.serverTimestamp()],
  );
  const isDouble = same.docs.some(({ id }) => id !== ref.id);
  return { ...state, alert: { ...wanted, spoken: alert.spoken }, isDouble };
}
