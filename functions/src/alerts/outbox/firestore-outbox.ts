import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { isMap } from '../../contract/index.ts';
import { readServedChannel } from '../../delivery/channels/served-channel.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import { type ActiveAlert, readActiveAlert, readPreferences } from '../alert-record.ts';
import {
  channelFields,
  deliveryFields,
  digestFields,
  readDigest,
  readPending,
  readSentLog,
  readStuckDigest,
  unmailedFields,
} from './outbox-documents.ts';
import type { Operations } from '../match/alert-source.ts';
import type { AddPending, OutboxStore } from './outbox-store.ts';
import { isEmptyPending } from './pending-document.ts';
import { firestoreMatches, identitiesOf } from './firestore-matches.ts';
import { withRestored } from './restore-pending.ts';
import { withDigest } from './sent-log.ts';
import { undoSentLog } from './undo-sent-log.ts';

const STUCK_FIELDS = ['state', 'attempt', 'createdAt', 'plannedAt', 'notBefore', 'channel'];

export function firestoreOutbox(
  firestore: Firestore,
  operations: Operations = { reads: 0, writes: 0 },
): OutboxStore {
  const digests = firestore.collection('digests');
  const person = (uid: string) => firestore.doc(`users/${uid}`);
  const sentLogOf = (uid: string, channelId = 'sent') =>
    person(uid).collection('ledger').doc(channelId);
  const channelOf = (uid: string, id: string) => person(uid).collection('channels').doc(id);
  const alertsOf = (uid: string, ids: readonly string[]) =>
    ids.map((id) => firestore.doc(`users/${uid}/alerts/${slotOf(id)}`));

  return {
    ...firestoreMatches(firestore, operations),

    async preferencesOf(uid) {
      operations.reads += 1;
      return readPreferences((await person(uid).get()).data());
    },

    async stuckDigests(queuedBeforeMs, nowMs, most) {
      const queued = digests
        .where('state', '==', 'queued')
        .where('createdAt', '<', Timestamp.fromMillis(queuedBeforeMs))
        .orderBy('createdAt');
      const due = digests
        .where('state', '==', 'queued')
        .where('dueAt', '<', Timestamp.fromMillis(queuedBeforeMs))
        .orderBy('dueAt');
      const leaseOver = digests
        .where('state', '==', 'sending')
        .where('leaseUntil', '<', Timestamp.fromMillis(nowMs))
        .orderBy('leaseUntil');
      const found = await Promise.all(
        [queued, due, leaseOver].map((query) =>
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

    addPending: pendingStore(firestore, operations),

    createDigest({ id, uid, channelId, waitsFor, waitsForChannel, decide }) {
      const sentLogRef = sentLogOf(uid, channelId);
      const waitingRef = pendingRef(firestore, uid, channelId);
      const channelRefs = channelId === undefined ? [] : [channelOf(uid, channelId)];
      return firestore.runTransaction(async (transaction) => {
        operations.reads += 3 + channelRefs.length;
        const [digest, found, waiting, ...channels] = await transaction.getAll(
          digests.doc(id),
          sentLogRef,
          waitingRef,
          ...channelRefs,
        );
        if (digest?.exists !== false) return 'exists';
        if (channels.some((each) => each.get('state') !== 'on')) return 'nothing';
        const served = channels.map((each) => readServedChannel(each.id, each.data() ?? {}) ?? {});
        if (served.some((each) => waitsForChannel?.(each) === true)) return 'waits';
        const sentLog = readSentLog(found?.data());
        const pending = readPending(waiting?.data());
        if (waitsFor !== undefined && sentLog.last !== null) {
          operations.reads += 1;
          const last = (await transaction.get(digests.doc(sentLog.last.digestId))).data();
          if (last !== undefined && waitsFor(readDigest(last))) return 'waits';
        }
        const alertIds = Object.keys(pending.alerts);
        operations.reads += alertIds.length;
        const active = activeAmong(uid, await getAll(transaction, alertsOf(uid, alertIds)));
        const decided = await decide({ sentLog, pending, active });
        if (decided === null) return 'nothing';
        if (decided.pending !== pending && waiting?.exists === true) {
          operations.writes += 1;
          transaction.set(waitingRef, decided.pending);
        }
        if (decided.digest === null) return 'nothing';
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
        const { uid } = before;
        const [channel] = await getAll(
          transaction,
          before.channel === undefined ? [] : [channelOf(uid, before.channel.id)],
        );
        const stored = channel?.data();
        const change = decide(
          before,
          channel && stored ? readServedChannel(channel.id, stored) : null,
        );
        if (change === null) return before;
        const { digest, record, unmailed, sentAgain } = change;
        // Firestore transactions require all reads before the first write.
        const isUndone = unmailed.length > 0 || sentAgain;
        const [sentLog, pending] = await getAll(
          transaction,
          isUndone ? [sentLogOf(uid, channel?.id), pendingRef(firestore, uid, channel?.id)] : [],
        );
        const [owner] = await getAll(transaction, change.channel?.state ? [person(uid)] : []);
        if (sentLog && sentAgain) {
          const made = { digestId: id, atMs: digest.createdAtMs };
          transaction.set(sentLog.ref, withDigest(readSentLog(sentLog.data()), sentAgain, made));
        } else if (sentLog?.exists) {
          const after = undoSentLog(readSentLog(sentLog.data()), id, digest, unmailed);
          transaction.set(sentLog.ref, after.sentLog);
          if (pending !== undefined) {
            const waiting = readPending(pending.data());
            // A cancelled plain form was not refused.
            const isPlain = before.isPlain === true && digest.state === 'failed';
            const of = { ...before, isPlain };
            transaction.set(pending.ref, withRestored(waiting, unmailed, of, Date.now()));
          }
          const fields = channel === undefined ? unmailedFields(digest, after) : CHANNELS_CHANGED;
          transaction.set(person(uid), fields, { merge: true });
        }
        if (change.channel && channel?.exists) {
          transaction.update(channel.ref, channelFields(change.channel));
        }
        if (owner?.exists) {
          const channels = withoutEntry(owner.get('channels'), channel?.id);
          transaction.update(owner.ref, { channels, ...CHANNELS_CHANGED });
        }
        if (record !== null) {
          const history = person(uid).collection('deliveries').doc(id);
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

function pendingRef(firestore: Firestore, uid: string, channelId?: string): DocumentReference {
  return firestore.doc(
    `users/${uid}/ledger/${channelId === undefined ? 'pending' : `pending-${channelId}`}`,
  );
}

function pendingStore(firestore: Firestore, operations: Operations): OutboxStore['addPending'] {
  /** The alerts that exist, even paused. None after the channel was deleted: then nothing may be stored. */
  async function alertsThere(
    transaction: Transaction,
    { uid, channelId, alertIds }: Pick<AddPending, 'uid' | 'channelId' | 'alertIds'>,
  ): Promise<ReadonlySet<string>> {
    const person = firestore.doc(`users/${uid}`);
    const channels = channelId ? [person.collection('channels').doc(channelId)] : [];
    const alerts = alertIds.map((each) => person.collection('alerts').doc(slotOf(each)));
    operations.reads += channels.length + alerts.length;
    const found = await getAll(transaction, [...channels, ...alerts]);
    if (!found.slice(0, channels.length).every(({ exists }) => exists)) return new Set();
    return identitiesOf(found.slice(channels.length));
  }

  return ({ uid, channelId, alertIds, readSent, decide }) => {
    const ref = pendingRef(firestore, uid, channelId);
    return firestore.runTransaction(async (transaction) => {
      const refs = [ref, ...(readSent ? [ref.parent.doc(channelId ?? 'sent')] : [])];
      operations.reads += refs.length;
      const [stored, sentLog] = await transaction.getAll(...refs);
      const there =
        stored?.exists === true
          ? new Set(alertIds)
          : await alertsThere(transaction, { uid, channelId, alertIds });
      if (!alertIds.some((each) => there.has(each))) return false;
      const before = readPending(stored?.data());
      const after = decide(before, readSentLog(sentLog?.data()), (each) => there.has(each));
      if (after !== before) {
        operations.writes += 1;
        transaction.set(ref, after);
      }
      return !isEmptyPending(after);
    });
  };
}

/** Makes the next run notice matches that are pending again, or a channel that is off. */
const CHANNELS_CHANGED = { channelsChangedAt: FieldValue.serverTimestamp() };

function withoutEntry(entries: unknown, channelId: string | undefined): unknown[] {
  const list: unknown[] = Array.isArray(entries) ? entries : [];
  return list.filter((entry) => !(isMap(entry) && entry['id'] === channelId));
}

function activeAmong(uid: string, alerts: readonly DocumentSnapshot[]): Map<string, ActiveAlert> {
  const active = alerts.flatMap((alert): [string, ActiveAlert][] => {
    const fields = alert.data();
    const read = fields && readActiveAlert(uid, alert.id, fields);
    return read ? [[read.alertId, read]] : [];
  });
  return new Map(active);
}

async function getAll(from: Firestore | Transaction, documents: DocumentReference[]) {
  return documents.length === 0 ? [] : from.getAll(...documents);
}
