import {
  type DocumentData,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  alertFields,
  alertIdentity,
  DAY_MS,
  MATCHES_KEPT_DAYS,
  MAX_MATCHES_A_DAY,
  readAlert,
} from '../../contract/index.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import type { Operations } from '../match/alert-source.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { AddedMatches, CountedMatches, FoundMatch, MatchStore } from './match-store.ts';

/** Matches of one transaction. Each takes up to 10 kB, and a request 10 MiB. */
const STORED_TOGETHER = 100;
/** Firestore's limit for `array-contains-any`. */
const KEYS_A_QUERY = 30;

export function firestoreMatches(
  firestore: Firestore,
  operations: Operations = { reads: 0, writes: 0 },
): MatchStore {
  const matchesOf = (uid: string) => firestore.collection(`users/${uid}/matches`);

  async function ofAlertsThere<M extends { alert: ActiveAlert }>(
    transaction: Transaction,
    uid: string,
    matches: readonly M[],
  ): Promise<M[]> {
    const slots = new Set(matches.map(({ alert }) => slotOf(alert.alertId)));
    if (slots.size === 0) return [];
    operations.reads += slots.size;
    const documents = [...slots].map((slot) => firestore.doc(`users/${uid}/alerts/${slot}`));
    const there = identitiesOf(await transaction.getAll(...documents));
    return matches.filter(({ alert }) => there.has(alert.alertId));
  }

  async function knownKeys(
    transaction: Transaction,
    uid: string,
    keys: readonly string[],
  ): Promise<Set<string>> {
    const known = new Set<string>();
    for (const some of inChunks(keys, KEYS_A_QUERY)) {
      const { docs, size } = await transaction.get(
        matchesOf(uid).where('keys', 'array-contains-any', some).select('keys'),
      );
      operations.reads += Math.max(1, size);
      for (const document of docs) for (const key of keysIn(document.data())) known.add(key);
    }
    return known;
  }

  function add<M extends FoundMatch>(
    uid: string,
    { matches, show, nowMs }: Omit<AddedMatches<M>, 'counted'>,
  ): Promise<void> {
    return firestore.runTransaction(async (transaction) => {
      const wanted = await ofAlertsThere(transaction, uid, matches);
      const known = await knownKeys(transaction, uid, [
        ...new Set(wanted.flatMap(({ keys }) => keys)),
      ]);
      const missing = wanted.filter(({ keys, isKnown }) => {
        if (isKnown((key) => known.has(key))) return false;
        for (const key of keys) known.add(key);
        return true;
      });
      const episodes = await show(missing);
      for (const [at, { id, alert, words, keys }] of missing.entries()) {
        operations.writes += 1;
        transaction.create(matchesOf(uid).doc(id), {
          ...alertPart(alert),
          words,
          keys,
          episode: episodes[at],
          ...times(nowMs),
        });
      }
    });
  }

  function addCounted(
    uid: string,
    counted: readonly CountedMatches[],
    nowMs: number,
  ): Promise<void> {
    return firestore.runTransaction(async (transaction) => {
      const wanted = await ofAlertsThere(transaction, uid, counted);
      if (wanted.length === 0) return;
      const documents = wanted.map(({ id }) => matchesOf(uid).doc(id));
      operations.reads += documents.length;
      const stored = await transaction.getAll(...documents);
      for (const [at, { alert, changesAtMs }] of wanted.entries()) {
        const before = stored[at];
        const untilMs = numberIn(before?.get('countedUntilMs'));
        const added = changesAtMs.filter((atMs) => atMs > untilMs);
        if (before === undefined || added.length === 0) continue;
        operations.writes += 1;
        transaction.set(before.ref, {
          ...alertPart(alert),
          count: numberIn(before.get('count')) + added.length,
          countedUntilMs: Math.max(...added),
          ...times(nowMs),
        });
      }
    });
  }

  return {
    async roomForMatches(uid, nowMs) {
      operations.reads += 1;
      const today = Timestamp.fromMillis(Math.floor(nowMs / DAY_MS) * DAY_MS);
      const counted = await matchesOf(uid).where('foundAt', '>=', today).count().get();
      return Math.max(0, MAX_MATCHES_A_DAY - counted.data().count);
    },

    async addMatches(uid, { matches, counted, nowMs, show }) {
      for (const some of inChunks(matches, STORED_TOGETHER)) {
        await add(uid, { matches: some, show, nowMs });
      }
      if (counted.length > 0) await addCounted(uid, counted, nowMs);
    },
  };
}

/** Identities of the alerts that exist, even paused. A new alert may have reused the slot of a deleted one. */
export function identitiesOf(documents: readonly DocumentSnapshot[]): ReadonlySet<string> {
  return new Set(
    documents.flatMap((document) => {
      const alert = readAlert(document.id, document.data() ?? {});
      return alert === null ? [] : [alertIdentity(document.id, alert.createdAtMs)];
    }),
  );
}

function* inChunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

function alertPart(alert: ActiveAlert): DocumentData {
  return { alert: alert.alertId, query: alertFields(alert) };
}

function times(nowMs: number): DocumentData {
  return {
    foundAt: FieldValue.serverTimestamp(),
    expireAt: Timestamp.fromMillis(nowMs + MATCHES_KEPT_DAYS * DAY_MS),
  };
}

function keysIn({ keys }: DocumentData): string[] {
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
