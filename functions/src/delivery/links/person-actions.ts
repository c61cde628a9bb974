import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import type { Cadence } from '../../contract/index.ts';
import { exactMs, type LinkAction } from './link-action.ts';
import { UNDO } from './link-page.ts';
import {
  changeCadence,
  mayBecome,
  type PersonBefore,
  type PersonChange,
  stopAllMail,
  undoableCadence,
  undoStopAll,
} from './link-rules.ts';
import type { GrantOf } from './link-token.ts';
import { cadenceOf, isPaused } from './pause-person.ts';

interface Person extends PersonBefore {
  ref: DocumentReference;
  before: string | null;
}

async function readPerson(
  transaction: Transaction,
  uid: string,
  firestore: Firestore,
): Promise<Person> {
  const person = await transaction.get(firestore.doc(`users/${uid}`));
  const fields = person.data() ?? {};
  const state = { fields, updatedAtMs: exactMs(fields['updatedAt']), byLink: byLinkOf(fields) };
  return { ref: person.ref, ...state, before: undoableCadence(state, Date.now()) };
}

function byLinkOf({ changedByLink }: DocumentData): PersonBefore['byLink'] {
  const { at, before } = (changedByLink ?? {}) as Record<string, unknown>;
  const atMs = exactMs(at);
  return atMs !== null && typeof before === 'string' ? { atMs, before } : null;
}

function write(transaction: Transaction, ref: DocumentReference, change: PersonChange): void {
  const { cadence, cadenceBeforePause } = change.fields;
  const now = FieldValue.serverTimestamp();
  transaction.set(
    ref,
    {
      cadence,
      cadenceBeforePause: cadenceBeforePause ?? FieldValue.delete(),
      updatedAt: now,
      changedByLink:
        change.before === null ? FieldValue.delete() : { at: now, before: change.before },
    },
    { merge: true },
  );
}

export const stopAll: LinkAction<
  GrantOf<'stop-all' | 'one-click'>,
  Person & { isStopped: boolean }
> = {
  wish: 'stop',
  async read(transaction, { uid }, firestore) {
    const person = await readPerson(transaction, uid, firestore);
    return { ...person, isStopped: isPaused(person.fields) };
  },
  apply(transaction, _grant, person) {
    const change = stopAllMail(person);
    if (change === null) return person;
    write(transaction, person.ref, change);
    return { ...person, isStopped: true, before: change.before };
  },
  undo(transaction, _grant, person) {
    const change = undoStopAll(person, Date.now());
    if (change === null) return person;
    write(transaction, person.ref, change);
    return { ...person, isStopped: false };
  },
  describe({ isStopped, before }, _grant, isUndone) {
    if (isStopped) {
      return {
        title: 'You are unsubscribed',
        text: 'You will get no more alert emails. Your keywords stay saved.',
        button: before === null ? null : UNDO,
      };
    }
    if (isUndone) {
      return {
        title: 'Your alert emails are on again',
        text: 'You will get new episodes as before.',
        button: null,
      };
    }
    return {
      title: 'Stop all alert emails?',
      text: 'You will get no more emails about your keywords. They stay saved, and you can turn the emails on again at any time.',
      button: { wish: 'stop', label: 'Unsubscribe from all alerts' },
    };
  },
};

interface Rhythm extends Person {
  now: string;
}

/** Undo needs another token, because the token contains the cadence to set. */
export const setCadence: LinkAction<GrantOf<'cadence'>, Rhythm> = {
  wish: 'change',
  async read(transaction, { uid }, firestore) {
    const person = await readPerson(transaction, uid, firestore);
    return { ...person, now: cadenceOf(person.fields) };
  },
  apply(transaction, { to }, person) {
    const change = changeCadence(person, to, Date.now());
    if (change === null) return person;
    write(transaction, person.ref, change);
    return { ...person, now: to, before: change.before };
  },
  undo: null,
  describe(person, { uid, to }, _isUndone, sign) {
    const { now, before } = person;
    if (now === to) {
      const back = sign({ kind: 'cadence', uid, to: before ?? to, from: to });
      return {
        title: `Your alert emails ${comingOf(to)} now`,
        text:
          to === 'paused'
            ? 'You can turn them on again at any time.'
            : 'Each has the new episodes for all your alerts.',
        button: before === null ? null : { wish: 'change', label: 'Undo', token: back },
      };
    }
    if (!mayBecome(to, person, Date.now())) {
      return now === 'paused'
        ? {
            title: 'Your alert emails are off',
            text: 'This link cannot turn them on. Sign in to do so.',
            button: null,
          }
        : {
            title: 'This link no longer works',
            text: 'You have since chosen another frequency. Sign in to change it.',
            button: null,
          };
    }
    const label = to === 'weekly' ? 'Get one email a week' : 'Change it back';
    return {
      title: to === 'weekly' ? `${label} instead?` : `${label}?`,
      text: `After this your alert emails ${comingOf(to)}. You can change it at any time.`,
      button: { wish: 'change', label },
    };
  },
};

/** Completes the sentence "your alert emails …". */
const COMING: Record<Cadence, string> = {
  hourly: 'come whenever there are new episodes',
  daily: 'come once a day',
  weekly: 'come once a week',
  paused: 'are off',
};

/** @param cadence From a link, possibly of another version. */
function comingOf(cadence: string): string {
  return new Map(Object.entries(COMING)).get(cadence) ?? `come as chosen (${cadence})`;
}
