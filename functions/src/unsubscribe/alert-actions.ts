import {
  type DocumentData,
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
import { exactMs, type LinkAction } from './link-action.ts';
import { UNDO } from './link-page.ts';
import { type AlertBefore, mayRestoreTerm, mayUndoPause, undoPause } from './link-rules.ts';
import type { GrantOf } from './link-token.ts';
import { saidOf } from './said-alert.ts';

interface FoundAlert {
  ref: DocumentReference;
  fields: DocumentData;
  alert: AlertFields;
  state: AlertBefore;
  isPaused: boolean;
  /** True if a link paused the alert and may undo that. */
  mayUndo: boolean;
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
  const state: AlertBefore = {
    isPaused: alert.paused === true,
    pausedAtMs: exactMs(fields['pausedAt']),
    pausedByLinkAtMs: exactMs(fields['pausedByLinkAt']),
    resumedAtMs: exactMs(fields['resumedAt']),
  };
  return {
    ref: document.ref,
    fields,
    alert: alertFields(alert),
    state,
    isPaused: state.isPaused,
    mayUndo: mayUndoPause(state, Date.now()),
  };
}

/** Stands for the alert's name if that is not what the mail said. */
const OF_THIS_MAIL = 'of this email';

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
    const undone = undoPause(found.state, Date.now());
    if (undone === null) return found;
    const now = FieldValue.serverTimestamp();
    const resumed = undone.isSlip ? { changedAt: now } : { resumedAt: now };
    const gone = FieldValue.delete();
    transaction.update(found.ref, {
      paused: false,
      pausedAt: gone,
      pausedByLinkAt: gone,
      ...resumed,
    });
    return { ...found, isPaused: false };
  },
  describe({ alert, isPaused, mayUndo }, { said }, isUndone) {
    const isAsSaid = said === saidOf(alert);
    const name = isAsSaid ? `for “${alertName(alert)}”` : OF_THIS_MAIL;
    const asked = isAsSaid ? describeAlert(alert) : null;
    // A query is described in words, as in mails and in the list of alerts.
    const saying = (text: string) => (asked === null ? text : `${asked} ${text}`);
    if (isPaused) {
      return {
        title: `The alert ${name} is paused`,
        text: saying('You will get no more emails about it. Your other alerts continue as before.'),
        button: mayUndo ? UNDO : null,
      };
    }
    if (isUndone) {
      return {
        title: `The alert ${name} is on again`,
        text: asked ?? 'You will hear about new episodes that mention it.',
        button: null,
      };
    }
    return {
      title: `Pause the alert ${name}?`,
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
  /** True if the page may name the alert: the mail said its query, with or without the exclusion. */
  isAsSaid: boolean;
  isExcluded: boolean;
  /** True if a link excluded the term and may undo that. */
  mayUndo: boolean;
  /** True if the keyword would become too long with the term. */
  isFull: boolean;
  /** True if another alert of the person now has the same keyword: a digest shows both as one. */
  isDouble: boolean;
}

export const excludeFromAlert: LinkAction<GrantOf<'exclude'>, Exclusion> = {
  wish: 'change',
  async read(transaction, grant, firestore) {
    const found = await findAlert(transaction, grant, firestore);
    if (found === null) return null;
    const { ref, alert, fields } = found;
    const asMailed = [alert, restoreTerm(alert, grant.term)].map(saidOf);
    return {
      ref,
      alert,
      isAsSaid: grant.said !== undefined && asMailed.includes(grant.said),
      isExcluded: isExcluded(alert, grant.term),
      mayUndo: isOfLink(fields, grant.term),
      isFull: excludeTerm(alert, grant.term) === null,
      isDouble: false,
    };
  },
  async apply(transaction, { term }, state) {
    const wanted = excludeTerm(state.alert, term);
    if (wanted === null || wanted.keyword === state.alert.keyword) return state;
    const changed = await changeKeyword(transaction, state, wanted, {
      term,
      since: FieldValue.serverTimestamp(),
    });
    return { ...changed, isExcluded: true, mayUndo: true };
  },
  async undo(transaction, { term }, state) {
    if (!state.mayUndo) return state;
    const wanted = restoreTerm(state.alert, term);
    if (wanted.keyword === state.alert.keyword) return state;
    const changed = await changeKeyword(transaction, state, wanted, {
      term,
      since: FieldValue.delete(),
    });
    return { ...changed, isExcluded: false };
  },
  describe(state, { term }, isUndone) {
    const { alert, isAsSaid, isExcluded, mayUndo, isFull, isDouble } = state;
    const [{ text: words, field } = { text: term, field: 'text' }] = parseQuery([`-${term}`]).not;
    const name = field === 'show' ? `the show “${words}”` : `“${words}”`;
    const ofAlert = isAsSaid ? `for “${alertName(alert)}”` : OF_THIS_MAIL;
    const watches = isAsSaid ? watchedFor(alert) : '';
    const besides = isDouble
      ? ' Another of your alerts is the same now, so your emails show the two as one.'
      : '';
    if (isExcluded) {
      return {
        title: `Your alert leaves out ${name} now`,
        text: `${watches}${besides}`,
        button: mayUndo ? UNDO : null,
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
      title: `Leave ${name} out of your alert ${ofAlert}?`,
      text: `${goes} Everything else continues as before, and you can undo it at any time.`,
      button: { wish: 'change', label: 'Leave it out' },
    };
  },
};

function watchedFor(alert: AlertQuery): string {
  const mentions = alert.language === 1 ? '' : `Episodes that mention “${alertName(alert)}”. `;
  return `${mentions}${describeAlert(alert) ?? ''}`.trim();
}

function isOfLink({ excluded, excludedByLink }: DocumentData, term: string): boolean {
  const timeIn = (times: unknown) => exactMs(((times ?? {}) as Record<string, unknown>)[term]);
  const times = { excludedAtMs: timeIn(excluded), byLinkAtMs: timeIn(excludedByLink) };
  return mayRestoreTerm(times, Date.now());
}

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
    new FieldPath('excluded', term),
    since,
    new FieldPath('excludedByLink', term),
    since,
    'keyword',
    wanted.keyword,
    'language',
    wanted.language ?? FieldValue.delete(),
    'changedAt',
    FieldValue.serverTimestamp(),
  );
  const isDouble = same.docs.some(({ id }) => id !== ref.id);
  const { spoken, onlyAbout } = alert;
  return { ...state, alert: { ...wanted, spoken, onlyAbout }, isDouble };
}
