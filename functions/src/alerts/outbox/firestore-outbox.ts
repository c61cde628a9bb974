import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { alertIdentity, documentIdOf } from '../../unsubscribe/alert-identity.ts';
import {
  deliveryFields,
  digestFields,
  readActiveAlert,
  readDigest,
  readLedger,
  readPreferences,
  readStuckDigest,
  unmailedFields,
} from './outbox-documents.ts';
import { withoutPairs } from './ledger.ts';
import type { DeliveryRecord, Operations, OutboxStore } from './outbox-store.ts';

const STUCK_FIELDS = ['state', 'attempt', 'createdAt'];

/**
 * The outbox in Firestore.
 * @param operations Counts the documents that runs read and write.
 */
export function firestoreOutbox(
  firestore: Firestore,
  operations: Operations = { reads: 0, writes: 0 },
): OutboxStore {
  const digests = firestore.collection('digests');
  const person = (uid: string) => firestore.doc(`users/${uid}`);
  const ledgerOf = (uid: string) => person(uid).collection('ledger').doc('sent');
  const alertsOf = (uid: string, ids: readonly string[]) =>
    ids.map((id) => firestore.doc(`users/${uid}/alerts/${documentIdOf(id)}`));

  return {
    async preferencesOf(uid) {
      operations.reads += 1;
      return readPreferences((await person(uid).get()).data());
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

    createDigest({ id, uid, waitForLast, alertIds, decide }) {
      const ledgerRef = ledgerOf(uid);
      return firestore.runTransaction(async (transaction) => {
        operations.reads += 2 + alertIds.length;
        const [digest, found, ...alerts] = await transaction.getAll(
          digests.doc(id),
          ledgerRef,
          ...alertsOf(uid, alertIds),
        );
        if (digest?.exists !== false) return 'exists';
        const ledger = readLedger(found?.data());
        if (waitForLast && ledger.last !== null) {
          operations.reads += 1;
          const last = await transaction.get(digests.doc(ledger.last.digestId));
          if (isOnItsWay(last.get('state'))) return 'waits';
        }
        const decided = decide(ledger, activeAmong(uid, alerts));
        if (decided === null) return 'nothing';
        operations.writes += 2;
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
      return activeAmong(uid, await getAll(firestore, alertsOf(uid, alertIds)));
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

/** What of these alerts of a person is there and not paused. */
function activeAmong(uid: string, alerts: readonly DocumentSnapshot[]): Set<string> {
  const active = alerts.flatMap((alert) => {
    const fields = alert.data();
    return fields === undefined ? [] : (readActiveAlert(uid, alert.id, fields)?.alertId ?? []);
  });
  return new Set(active);
}

function isOnItsWay(state: unknown): boolean {
  return state === 'queued' || state === 'sending';
}

async function getAll(from: Firestore | Transaction, documents: DocumentReference[]) {
  return documents.length === 0 ? [] : from.getAll(...documents);
}
