import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import type { Cadence } from '../contract/index.ts';
import { isSlip, type LinkAction } from './link-action.ts';
import { UNDO } from './link-page.ts';
import type { GrantOf } from './link-token.ts';
import {
  cadenceFields,
  cadenceOf,
  isPaused,
  pausedFields,
  type PauseFields,
  resumedFields,
} from './pause-person.ts';

interface Person {
  ref: DocumentReference;
  fields: DocumentData;
}

async function readPerson(
  transaction: Transaction,
  uid: string,
  firestore: Firestore,
): Promise<Person> {
  const person = await transaction.get(firestore.doc(`users/${uid}`));
  return { ref: person.ref, fields: person.data() ?? {} };
}

function write(
  transaction: Transaction,
  { ref }: Person,
  { cadence, cadenceBeforePause }: PauseFields,
  isResumed: boolean,
): void {
  const updatedAt = FieldValue.serverTimestamp();
  const before = cadenceBeforePause ?? FieldValue.delete();
  const resumed = isResumed ? { resumedAt: updatedAt } : {};
  transaction.set(
    ref,
    { cadence, cadenceBeforePause: before, updatedAt, ...resumed },
    { merge: true },
  );
}

export const stopAll: LinkAction<GrantOf<'stop-all'>, Person & { isStopped: boolean }> = {
  wish: 'stop',
  async read(transaction, { uid }, firestore) {
    const person = await readPerson(transaction, uid, firestore);
    return { ...person, isStopped: isPaused(person.fields) };
  },
  apply(transaction, _grant, person) {
    if (!person.isStopped) write(transaction, person, pausedFields(person.fields), false);
    return { ...person, isStopped: true };
  },
  undo(transaction, _grant, person) {
    const { fields, isStopped } = person;
    const isResumed = !isSlip(fields['updatedAt']);
    if (isStopped) write(transaction, person, resumedFields(fields), isResumed);
    return { ...person, isStopped: false };
  },
  describe({ isStopped }, _grant, isUndone) {
    if (isStopped) {
      return {
        title: 'You are unsubscribed',
        text: 'You will get no more alert emails. Your keywords stay saved.',
        button: UNDO,
      };
    }
    if (isUndone) {
      return {
        title: 'Your alert emails are on again',
        text: 'You will hear about new episodes as before.',
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
  /** The cadence that undo restores. */
  before: string;
}

/** Undoing needs another token, with the previous cadence. */
export const setCadence: LinkAction<GrantOf<'cadence'>, Rhythm> = {
  wish: 'change',
  async read(transaction, { uid, from }, firestore) {
    const person = await readPerson(transaction, uid, firestore);
    return { ...person, now: cadenceOf(person.fields), before: from };
  },
  apply(transaction, { to }, person) {
    const { fields, now } = person;
    if (now === to) return person;
    write(transaction, person, cadenceFields(fields, to), isPaused(fields));
    return { ...person, now: to, before: now };
  },
  undo: null,
  describe({ now, before }, { uid, to }, _isUndone, sign) {
    if (now === to) {
      const back = sign({ kind: 'cadence', uid, to: before, from: to });
      return {
        title: `Your alert emails ${comingOf(to)} now`,
        text:
          to === 'paused'
            ? 'You can turn them on again at any time.'
            : 'Each has what is new for all of your alerts.',
        button: before === to ? null : { wish: 'change', label: 'Undo', token: back },
      };
    }
    const label = to === 'weekly' ? 'Get one email a week' : 'Change it back';
    return {
      title: to === 'weekly' ? `${label} instead?` : `${label}?`,
      text: `Now your alert emails ${comingOf(now)}. After this they ${comingOf(to)}. You can change it at any time.`,
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
