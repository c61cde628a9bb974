import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { alertIdentity, documentIdOf } from '../../unsubscribe/alert-identity.ts';
import {
  deliveryFields,
  digestFields,
  progressFields,
  readActiveAlert,
  readDigest,
  readLedger,
  readPreferences,
  readProgress,
  readStuckDigest,
  unmailedFields,
} from './outbox-documents.ts';
import { withoutPairs } from './ledger.ts';
import type { ActiveAlert, DeliveryRecord, OutboxStore } from './outbox-store.ts';

const STUCK_FIELDS = ['state', 'attempt', 'createdAt'];
/** People whose alerts are read at the same time. */
const PEOPLE_READ_AT_ONCE = 24;
const ALERT_FIELDS = ['keyword', 'createdAt', 'paused', 'resumedAt'];

/** The outbox in Firestore. */
export function firestoreOutbox(firestore: Firestore): OutboxStore {
  const system = firestore.doc('system/alerts');
  const digests = firestore.collection('digests');
  const person = (uid: string) => firestore.doc(`users/${uid}`);
  const ledgerOf = (uid: string) => person(uid).collection('ledger').doc('sent');
  const alertsOf = (uid: string, ids: readonly string[]) =>
    ids.map((id) => firestore.doc(`users/${uid}/alerts/${documentIdOf(id)}`));

  return {
    async progress() {
      return readProgress((await system.get()).data());
    },

    changeProgress(decide) {
      return firestore.runTransaction(async (transaction) => {
        const before = readProgress((await transaction.get(system)).data());
        transaction.set(system, progressFields(decide(before)));
      });
    },

    async *activeAlerts() {
      const stream = firestore
        .collectionGroup('alerts')
        .select(...ALERT_FIELDS)
        .stream();
      // In the order of their paths, which begin with the person.
      for await (const document of documentsIn(stream)) {
        const alert = activeAlert(document);
        if (alert !== null) yield alert;
      }
    },

    async *activeAlertsOf(uids) {
      for (let start = 0; start < uids.length; start += PEOPLE_READ_AT_ONCE) {
        const found = await Promise.all(
          uids.slice(start, start + PEOPLE_READ_AT_ONCE).map((uid) =>
            person(uid)
              .collection('alerts')
              .select(...ALERT_FIELDS)
              .get(),
          ),
        );
        for (const { docs } of found) {
          yield* docs.map(activeAlert).filter((alert) => alert !== null);
        }
      }
    },

    async peopleAt({ hour, timeZones }) {
      const found = await firestore
        .collection('users')
        .where('hour', '==', hour)
        .where('timeZone', 'in', timeZones)
        .select()
        .get();
      return found.docs.map(({ id }) => id);
    },

    async preferencesOf(uids) {
      const found = await getAll(firestore, uids.map(person));
      return found.map((snapshot) => readPreferences(snapshot.data()));
    },

    async stuckDigests(queuedBeforeMs, nowMs, most) {
      const queued = digests
        .where('state', '==', 'queued')
        .where('createdAt', '<', Timestamp.fromMillis(queuedBeforeMs))
        .orderBy('createdAt');
      const leaseOver = digests
        .where('state', '==', 'sending')
        .where('leaseUntil', '<', Timestamp.fromMillis(nowMs))
        .orderBy('leaseUntil');
      const found = await Promise.all(
        [queued, leaseOver].map((query) =>
          query
            .limit(most)
            .select(...STUCK_FIELDS)
            .get(),
        ),
      );
      return found
        .flatMap(({ docs }) => docs.map((each) => readStuckDigest(each.id, each.data())))
        .filter((stuck) => stuck !== null);
    },

    createDigest({ id, uid, waitForLast, decide }) {
      const ledgerRef = ledgerOf(uid);
      return firestore.runTransaction(async (transaction) => {
        const [digest, found] = await transaction.getAll(digests.doc(id), ledgerRef);
        if (digest?.exists !== false) return 'exists';
        const ledger = readLedger(found?.data());
        if (waitForLast && ledger.last !== null) {
          const last = await transaction.get(digests.doc(ledger.last.digestId));
          if (isOnItsWay(last.get('state'))) return 'waits';
        }
        const decided = decide(ledger);
        if (decided === null) return 'nothing';
        transaction.create(digest.ref, digestFields(decided.digest));
        transaction.set(ledgerRef, decided.ledger);
        return 'created';
      });
    },

    changeDigest(id, decide) {
      const ref = digests.doc(id);
      return firestore.runTransaction(async (transaction) => {
        const fields = (await transaction.get(ref)).data();
        if (fields === undefined) return null;
        const before = readDigest(fields);
        const change = decide(before);
        if (change === null) return before;
        const { digest, record, unmailed } = change;
        const told = record?.state === 'sent' ? record.alerts.map(({ alertId }) => alertId) : [];
        // All that is read comes before all that is written, as transactions demand.
        const alerts = await getAll(transaction, alertsOf(digest.uid, told));
        const [ledger] = await getAll(
          transaction,
          unmailed.length > 0 ? [ledgerOf(digest.uid)] : [],
        );
        if (ledger?.exists) {
          transaction.set(ledger.ref, withoutPairs(readLedger(ledger.data()), unmailed));
          transaction.set(person(digest.uid), unmailedFields(digest), { merge: true });
        }
        if (record !== null) {
          recordMatches(transaction, alerts, record);
          const history = person(digest.uid).collection('deliveries').doc(id);
          transaction.set(history, deliveryFields(record));
        }
        transaction.set(ref, digestFields(digest));
        return digest;
      });
    },

    async stillActive(uid, alertIds) {
      const found = await getAll(firestore, alertsOf(uid, alertIds));
      const active = found.flatMap((alert) => {
        const fields = alert.data();
        return fields === undefined ? [] : (readActiveAlert(uid, alert.id, fields)?.alertId ?? []);
      });
      return new Set(active);
    },
  };
}

/** Notes the mail at its alerts; those that are gone are not brought back, and who has their slot now is left alone. */
function recordMatches(
  transaction: Transaction,
  alerts: DocumentSnapshot[],
  record: DeliveryRecord,
): void {
  alerts.forEach((snapshot, index) => {
    const told = record.alerts[index]?.alertId;
    if (!snapshot.exists || alertIdentity(snapshot.id, snapshot.data() ?? {}) !== told) return;
    const lastMatch = {
      at: Timestamp.fromMillis(record.atMs),
      episodes: record.alerts[index]?.count ?? 0,
    };
    transaction.update(snapshot.ref, { lastMatch });
  });
}

function activeAlert(document: QueryDocumentSnapshot): ActiveAlert | null {
  const owner = document.ref.parent.parent;
  return owner && readActiveAlert(owner.id, document.id, document.data());
}

function isOnItsWay(state: unknown): boolean {
  return state === 'queued' || state === 'sending';
}

async function getAll(from: Firestore | Transaction, documents: DocumentReference[]) {
  return documents.length === 0 ? [] : from.getAll(...documents);
}

/** Firestore types its streams as those of Node, whose chunks can be anything. */
function documentsIn(stream: NodeJS.ReadableStream): AsyncIterable<QueryDocumentSnapshot> {
  return stream as unknown as AsyncIterable<QueryDocumentSnapshot>;
}
