import {
  type DocumentData,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  alertIdentity,
  DAY_MS,
  MAIL,
  MATCHES_KEPT_DAYS,
  MAX_MATCHES_A_DAY,
  readAlert,
} from '../../contract/index.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import { retriedTransaction } from '../../platform/person-transaction.ts';
import type { Operations } from '../match/alert-source.ts';
import type { ActiveAlert } from '../alert-record.ts';
import {
  alertPart,
  changesOf,
  addNewKeys,
  noteFoundAgain,
  type Owner,
  ownerAmong,
  storedOwner,
  textsIn,
} from './match-owners.ts';
import { readSentLog, sentLogOf } from './outbox-documents.ts';
import { waitsIn } from './waiting.ts';
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

  /**
   * Includes matches of deleted alerts, whose deletion may be undone. Of a person without matches, they are left out:
   * the account may be deleted.
   */
  async function ofAccountThere<M extends { alert: ActiveAlert }>(
    transaction: Transaction,
    uid: string,
    matches: readonly M[],
  ): Promise<M[]> {
    const there = await ofAlertsThere(transaction, uid, matches);
    if (there.length === matches.length) return there;
    operations.reads += 1;
    const { empty } = await transaction.get(matchesOf(uid).limit(1));
    return empty ? there : [...matches];
  }

  /** The stored matches with these keys, by key. */
  async function ownersOf(
    transaction: Transaction,
    uid: string,
    keys: readonly string[],
  ): Promise<Map<string, Owner>> {
    const owners = new Map<string, Owner>();
    for (const some of inChunks(keys, KEYS_A_QUERY)) {
      const { docs, size } = await transaction.get(
        matchesOf(uid)
          .where('keys', 'array-contains-any', some)
          .select('keys', 'waiting', 'unwantedBy', 'words', 'facts.id', 'facts.podcast', 'alsoIn'),
      );
      operations.reads += Math.max(1, size);
      for (const document of docs) {
        const owner = storedOwner(document);
        for (const key of textsIn(document.get('keys'))) owners.set(key, owner);
      }
    }
    return owners;
  }

  /** Until when changes were counted, by document. */
  async function countedUntil(
    transaction: Transaction,
    uid: string,
    matches: readonly FoundMatch[],
  ): Promise<Map<string, number>> {
    const ids = new Set(matches.flatMap(({ mayBeCounted }) => mayBeCounted?.ids ?? []));
    if (ids.size === 0) return new Map();
    operations.reads += ids.size;
    const stored = await transaction.getAll(...[...ids].map((id) => matchesOf(uid).doc(id)));
    return new Map(
      stored
        .filter(({ exists }) => exists)
        .map((document) => [document.id, numberIn(document.get('countedUntilMs'))]),
    );
  }

  function add<M extends FoundMatch>(
    uid: string,
    { matches, show, nowMs }: Omit<AddedMatches<M>, 'counted'>,
  ): Promise<ReadonlySet<string>> {
    return retriedTransaction(firestore, async (transaction) => {
      const wanted = await ofAccountThere(transaction, uid, matches);
      const owners = await ownersOf(transaction, uid, [
        ...new Set(wanted.flatMap(({ keys }) => keys)),
      ]);
      addNewKeys(owners, wanted);
      const isStored = ({ isKnown }: M) => isKnown((key) => owners.has(key));
      const unknown = wanted.filter((match) => !isStored(match));
      const countedUntilMs = await countedUntil(transaction, uid, unknown);
      const missing: M[] = [];
      for (const match of wanted) {
        const { id, keys, words, facts, to } = match;
        if (isStored(match)) {
          noteFoundAgain(ownerAmong(owners, keys), match);
          continue;
        }
        if (match.isOld) continue;
        const { ids = [], changedAtMs = 0 } = match.mayBeCounted ?? {};
        if (ids.some((each) => changedAtMs <= (countedUntilMs.get(each) ?? -1))) continue;
        const alsoIn = new Set<string>();
        const owner = { id, facts, words, keys, waiting: to, unwantedBy: [], alsoIn };
        for (const key of keys) owners.set(key, owner);
        missing.push(match);
      }
      const episodes = await show(missing);
      for (const [at, { id, alert, words, keys, facts, to }] of missing.entries()) {
        operations.writes += 1;
        const alsoIn = [...(ownerAmong(owners, keys)?.alsoIn ?? [])];
        transaction.create(matchesOf(uid).doc(id), {
          ...alertPart(alert),
          words,
          keys,
          facts,
          episode: episodes[at],
          waiting: to,
          ...(alsoIn.length > 0 && { alsoIn }),
          ...times(nowMs),
        });
      }
      const isNew = new Set(missing.map(({ id }) => id));
      for (const owner of new Set(owners.values())) {
        const changes = isNew.has(owner.id) ? {} : changesOf(owner);
        if (Object.keys(changes).length === 0) continue;
        operations.writes += 1;
        transaction.update(matchesOf(uid).doc(owner.id), changes);
      }
      return new Set([...owners.values()].flatMap(({ waiting }) => waiting));
    });
  }

  function addCounted(
    uid: string,
    counted: readonly CountedMatches[],
    nowMs: number,
  ): Promise<ReadonlySet<string>> {
    return retriedTransaction(firestore, async (transaction) => {
      const wanted = await ofAlertsThere(transaction, uid, counted);
      const destinations = new Set<string>();
      if (wanted.length === 0) return destinations;
      const documents = wanted.map(({ id }) => matchesOf(uid).doc(id));
      operations.reads += documents.length;
      const stored = await transaction.getAll(...documents);
      const keys = wanted.flatMap(({ changes }) => changes.flatMap(({ key = [] }) => key));
      const owners = await ownersOf(transaction, uid, keys);
      for (const [at, { alert, words, changes }] of wanted.entries()) {
        const before = stored[at];
        const untilMs = numberIn(before?.get('countedUntilMs'));
        const added = changes.filter(
          ({ atMs, key }) => atMs > untilMs && !(key !== undefined && owners.has(key)),
        );
        if (before === undefined || added.length === 0) continue;
        // Counts of another query do not apply, because its matches may not match any more.
        const isSame = before.get('words') === words;
        const waits = isSame ? waitsIn(before.get('waits')) : {};
        for (const to of added.flatMap((each) => each.to)) waits[to] = (waits[to] ?? 0) + 1;
        operations.writes += 1;
        transaction.set(before.ref, {
          ...alertPart(alert),
          words,
          count: numberIn(before.get('count')) + added.length,
          countedUntilMs: Math.max(...added.map(({ atMs }) => atMs)),
          waits,
          waiting: Object.keys(waits),
          ...times(nowMs),
        });
        for (const to of Object.keys(waits)) destinations.add(to);
      }
      return destinations;
    });
  }

  return {
    async sentLogs(uid, destinations) {
      if (destinations.length === 0) return new Map();
      operations.reads += destinations.length;
      const stored = await firestore.getAll(
        ...destinations.map((to) => sentLogOf(firestore, uid, to === MAIL ? undefined : to)),
      );
      return new Map(destinations.map((to, at) => [to, readSentLog(stored[at]?.data())]));
    },

    async roomForMatches(uid, nowMs) {
      operations.reads += 1;
      const today = Timestamp.fromMillis(Math.floor(nowMs / DAY_MS) * DAY_MS);
      const counted = await matchesOf(uid).where('foundAt', '>=', today).count().get();
      return Math.max(0, MAX_MATCHES_A_DAY - counted.data().count);
    },

    async addMatches(uid, { matches, counted, nowMs, show }) {
      const destinations = new Set<string>();
      for (const some of inChunks(matches, STORED_TOGETHER)) {
        for (const to of await add(uid, { matches: some, show, nowMs })) destinations.add(to);
      }
      if (counted.length > 0) {
        for (const to of await addCounted(uid, counted, nowMs)) destinations.add(to);
      }
      return destinations;
    },
  };
}

/** Identities of the alerts that exist, even paused. A new alert may have reused the slot of a deleted one. */
function identitiesOf(documents: readonly DocumentSnapshot[]): ReadonlySet<string> {
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

function times(nowMs: number): DocumentData {
  return {
    foundAt: FieldValue.serverTimestamp(),
    expireAt: Timestamp.fromMillis(nowMs + MATCHES_KEPT_DAYS * DAY_MS),
  };
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
