import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { type AlertFields, readAlert } from '../../contract/index.ts';
import { alertIdentity, slotOf } from '../../unsubscribe/alert-identity.ts';
import { readActiveAlert, readPreferences } from '../runs/indexed-documents.ts';
import {
  deliveryFields,
  digestFields,
  readDigest,
  readSentLog,
  readProgress,
  readStuckDigest,
  unmailedFields,
} from './outbox-documents.ts';
import { isOnItsWay } from './digest-progress.ts';
import type { DeliveryRecord, Operations, OutboxStore } from './outbox-store.ts';
import { undoSentLog } from './undo-sent-log.ts';

const STUCK_FIELDS = ['state', 'attempt', 'createdAt', 'notBefore'];

export function firestoreOutbox(
  firestore: Firestore,
  operations: Operations = { reads: 0, writes: 0 },
): OutboxStore {
  const digests = firestore.collection('digests');
  const person = (uid: string) => firestore.doc(`users/${uid}`);
  const sentLogOf = (uid: string) => person(uid).collection('ledger').doc('sent');
  const alertsOf = (uid: string, ids: readonly string[]) =>
    ids.map((id) => firestore.doc(`users/${uid}/alerts/${slotOf(id)}`));

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
      const sentLogRef = sentLogOf(uid);
      return firestore.runTransaction(async (transaction) => {
        operations.reads += 2 + alertIds.length;
        const [digest, found, ...alerts] = await transaction.getAll(
          digests.doc(id),
          sentLogRef,
          ...alertsOf(uid, alertIds),
        );
        if (digest?.exists !== false) return 'exists';
        const sentLog = readSentLog(found?.data());
        if (waitForLast && sentLog.last !== null) {
          operations.reads += 1;
          const last = await transaction.get(digests.doc(sentLog.last.digestId));
          if (last.exists && isOnItsWay(readProgress(last.data()))) return 'waits';
        }
        const decided = await decide(sentLog, new Set(activeAmong(uid, alerts).keys()));
        if (decided === null) return 'nothing';
        operations.writes += 2;
        transaction.create(digest.ref, digestFields(decided.digest));
        transaction.set(sentLogRef, decided.sentLog);
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
        const mailed = record?.state === 'sent' ? record.alerts.map(({ alertId }) => alertId) : [];
        // Firestore transactions require all reads before the first write.
        const alerts = await getAll(transaction, alertsOf(digest.uid, mailed));
        const [sentLog] = await getAll(
          transaction,
          unmailed.length > 0 ? [sentLogOf(digest.uid)] : [],
        );
        if (sentLog?.exists) {
          const after = undoSentLog(readSentLog(sentLog.data()), id, digest, unmailed);
          transaction.set(sentLog.ref, after.sentLog);
          transaction.set(person(digest.uid), unmailedFields(digest, after), { merge: true });
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

/** Sets `lastMatch` of the mailed alerts; skips deleted alerts and new alerts in the same slot. */
function recordMatches(
  transaction: Transaction,
  alerts: DocumentSnapshot[],
  record: DeliveryRecord,
): void {
  alerts.forEach((snapshot, index) => {
    const alert = readAlert(snapshot.id, snapshot.data() ?? {});
    const mailed = record.alerts[index]?.alertId;
    if (alert === null || alertIdentity(alert.id, alert.createdAtMs) !== mailed) return;
    const lastMatch = {
      at: Timestamp.fromMillis(record.atMs),
      episodes: record.alerts[index]?.count ?? 0,
    };
    transaction.update(snapshot.ref, { lastMatch });
  });
}

function activeAmong(uid: string, alerts: readonly DocumentSnapshot[]): Map<string, AlertFields> {
  const active = alerts.flatMap((alert): [string, AlertFields][] => {
    const fields = alert.data();
    const read = fields && readActiveAlert(uid, alert.id, fields);
    return read ? [[read.alertId, read]] : [];
  });
  return new Map(active);
}

async function getAll(from: Firestore | Transaction, documents: DocumentReference[]) {
  return documents.length === 0 ? [] : from.getAll(...documents);
}
