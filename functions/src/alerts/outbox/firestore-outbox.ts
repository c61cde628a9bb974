import {
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { isMap, MAIL } from '../../contract/index.ts';
import { readServedChannel } from '../../delivery/channels/served-channel.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import { type ActiveAlert, readActiveAlert, readPreferences } from '../alert-record.ts';
import {
  channelFields,
  deliveryFields,
  digestFields,
  readDigest,
  readSentLog,
  sentLogOf,
  readStuckDigest,
  unmailedFields,
} from './outbox-documents.ts';
import { retriedTransaction } from '../../platform/person-transaction.ts';
import { type Operations, readMatchedAlert } from '../match/alert-source.ts';
import { isNewsFor } from '../match/match-recipients.ts';
import type { OutboxStore } from './outbox-store.ts';
import { firestoreMatches } from './firestore-matches.ts';
import { readLastEmails, withLastEmail, withoutLastEmail } from './last-emails.ts';
import { withDigest } from './sent-log.ts';
import { undoSentLog } from './undo-sent-log.ts';
import { waitingMatches } from './waiting-matches.ts';

const STUCK_FIELDS = ['state', 'attempt', 'createdAt', 'plannedAt', 'notBefore', 'channel'];

export function firestoreOutbox(
  firestore: Firestore,
  operations: Operations = { reads: 0, writes: 0 },
): OutboxStore {
  const digests = firestore.collection('digests');
  const person = (uid: string) => firestore.doc(`users/${uid}`);
  const channelOf = (uid: string, id: string) => person(uid).collection('channels').doc(id);
  /** The packed document of version 1.1, which still has the last emails. */
  const formerPending = (uid: string, channelId?: string) =>
    sentLogOf(firestore, uid, channelId === undefined ? 'pending' : `pending-${channelId}`);
  const { waitingFor, waitingAgain } = waitingMatches(firestore, operations);
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

    createDigest({ id, uid, channelId, waitsFor, waitsForChannel, decide }) {
      const sentLogRef = sentLogOf(firestore, uid, channelId);
      const formerRef = formerPending(uid, channelId);
      const channelRefs = channelId === undefined ? [] : [channelOf(uid, channelId)];
      return retriedTransaction(firestore, async (transaction) => {
        operations.reads += 3 + channelRefs.length;
        const [digest, found, former, ...channels] = await transaction.getAll(
          digests.doc(id),
          sentLogRef,
          formerRef,
          ...channelRefs,
        );
        if (digest?.exists !== false) return 'exists';
        if (channels.some((each) => each.get('state') !== 'on')) return 'nothing';
        const served = channels.map((each) => readServedChannel(each.id, each.data() ?? {}) ?? {});
        if (served.some((each) => waitsForChannel?.(each) === true)) return 'waits';
        const sentLog = readSentLog(found?.data());
        if (waitsFor !== undefined && sentLog.last !== null) {
          operations.reads += 1;
          const last = (await transaction.get(digests.doc(sentLog.last.digestId))).data();
          if (last !== undefined && waitsFor(readDigest(last))) return 'waits';
        }
        const stored = await waitingFor(transaction, uid, {
          destination: channelId ?? MAIL,
          former: former?.data(),
        });
        const alertIds = [...stored.alertIds];
        operations.reads += alertIds.length;
        const alerts = await getAll(transaction, alertsOf(uid, alertIds));
        const active = activeAmong(uid, alerts);
        const matched = byIdentity(alerts, (slot, fields) =>
          readMatchedAlert(uid, slot, fields, Date.now()),
        );
        const gone = new Set(alertIds.filter((alertId) => !matched.has(alertId)));
        const resumed = byIdentity(alerts, (slot, fields) =>
          readActiveAlert(uid, slot, fields, Infinity),
        );
        const { waiting } = stored;
        const isHeld = waiting.matches.some(({ alertId, episode }) => {
          const alert = active.has(alertId) ? undefined : resumed.get(alertId);
          return alert !== undefined && isNewsFor(episode, alert);
        });
        const decided = await decide({ sentLog, waiting, active, gone, isHeld });
        if (decided === null) return 'nothing';
        stored.take(decided, active);
        const made = decided.digest;
        if (former?.exists === true && channelId !== undefined) transaction.delete(formerRef);
        if (channelId === undefined && (made !== null || stored.isFormer)) {
          const last = readLastEmails(former?.data());
          operations.writes += 1;
          transaction.set(formerRef, {
            ...NOTHING_PENDING,
            last: made === null ? last : withLastEmail(last, made),
          });
        }
        if (made === null) return 'nothing';
        operations.writes += 2;
        transaction.create(digest.ref, digestFields(made));
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
        const ofMail = channel === undefined ? [formerPending(uid)] : [];
        const [sentLog, mails] = await getAll(
          transaction,
          isUndone ? [sentLogOf(firestore, uid, channel?.id), ...ofMail] : [],
        );
        const [owner] = await getAll(transaction, change.channel?.state ? [person(uid)] : []);
        const putBack =
          sentLog?.exists === true && !sentAgain && unmailed.length > 0
            ? await waitingAgain(transaction, uid, before, {
                sections: unmailed,
                destination: channel?.id ?? MAIL,
                // A cancelled plain form was not refused.
                isPlain: before.isPlain === true && digest.state === 'failed',
              })
            : null;
        if (sentLog && sentAgain) {
          const made = { digestId: id, atMs: digest.createdAtMs };
          transaction.set(sentLog.ref, withDigest(readSentLog(sentLog.data()), sentAgain, made));
        } else if (sentLog && putBack !== null) {
          const after = undoSentLog(readSentLog(sentLog.data()), id, digest, unmailed);
          transaction.set(sentLog.ref, after.sentLog);
          putBack();
          if (mails?.exists) {
            const { createdAtMs } = before;
            const last = readLastEmails(mails.data());
            const left = withoutLastEmail(last, { sections: unmailed, createdAtMs });
            transaction.update(mails.ref, { last: left });
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

/** Version 1.1 requires these fields, in case somebody goes back to it. */
const NOTHING_PENDING = { alerts: {}, episodes: {} };

/** Makes the next run notice matches that wait again, or a channel that is off. */
const CHANNELS_CHANGED = { channelsChangedAt: FieldValue.serverTimestamp() };

function withoutEntry(entries: unknown, channelId: string | undefined): unknown[] {
  const list: unknown[] = Array.isArray(entries) ? entries : [];
  return list.filter((entry) => !(isMap(entry) && entry['id'] === channelId));
}

function activeAmong(uid: string, alerts: readonly DocumentSnapshot[]): Map<string, ActiveAlert> {
  return byIdentity(alerts, (id, fields) => readActiveAlert(uid, id, fields, Date.now()));
}

function byIdentity(
  alerts: readonly DocumentSnapshot[],
  read: (id: string, fields: DocumentData) => ActiveAlert | null,
): Map<string, ActiveAlert> {
  const found = alerts.flatMap((alert): [string, ActiveAlert][] => {
    const fields = alert.data();
    const each = fields && read(alert.id, fields);
    return each ? [[each.alertId, each]] : [];
  });
  return new Map(found);
}

async function getAll(from: Firestore | Transaction, documents: DocumentReference[]) {
  return documents.length === 0 ? [] : from.getAll(...documents);
}
