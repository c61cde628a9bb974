import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { deleteChannel } from '../delivery/channels/firestore-channels.ts';
import { epochMs } from '../contract/index.ts';
import { endSessionsBefore } from './end-sessions.ts';
import { database } from '../platform/firebase-admin.ts';
import { log } from '../platform/log.ts';
import { personTransaction } from '../platform/person-transaction.ts';
import { unfollowShow } from './firestore-shows.ts';
import type { ConfirmationStore } from './confirm-address.ts';
import { isLeftToSweep } from './note-verified-accounts.ts';

export const firestoreConfirmation: ConfirmationStore = {
  async isConfirmed(uid) {
    const person = await (await database()).doc(`users/${uid}`).get();
    return person.get('verifiedAt') !== undefined;
  },

  isLeftToSweep,

  async listMade(uid) {
    const firestore = await database();
    const owned = (collection: string) => firestore.collection(collection).where('uid', '==', uid);
    const [keys, channels, shows] = await Promise.all([
      owned('apiKeys').select('keyId').get(),
      owned('channelSecrets').select().get(),
      firestore.collection(`users/${uid}/shows`).select().get(),
    ]);
    return {
      keyPaths: keys.docs.flatMap((key) => [
        key.ref.path,
        `users/${uid}/apiKeys/${String(key.get('keyId'))}`,
      ]),
      channelIds: channels.docs.map(({ id }) => id),
      showIds: shows.docs.map(({ id }) => id),
    };
  },

  async deleteMade(uid, { keyPaths, channelIds, showIds }) {
    const firestore = await database();
    const keys = firestore.batch();
    for (const path of keyPaths) keys.delete(firestore.doc(path));
    await keys.commit();
    for (const id of channelIds) await deleteChannel(uid, id, Date.now());
    for (const id of showIds) await unfollowShow(uid, id);
    const counts = {
      keys: keyPaths.length / 2,
      channels: channelIds.length,
      shows: showIds.length,
    };
    if (Object.values(counts).some((count) => count > 0)) log('warn', 'unverified-ended', counts);
  },

  endSessionsBefore,

  async confirm(uid, atMs) {
    const firestore = await database();
    const person = firestore.doc(`users/${uid}`);
    const verifiedAt = Timestamp.fromMillis(atMs);
    const saved = person.collection('alerts').where('createdAt', '<=', verifiedAt).limit(1);
    await personTransaction(firestore, uid, async (transaction) => {
      const [before, alerts] = await Promise.all([transaction.get(person), transaction.get(saved)]);
      if (before.get('verifiedAt') !== undefined) return;
      const fields = { verifiedAt, ...(alerts.size > 0 && { asksAboutAlerts: true }) };
      transaction.set(person, fields, { merge: true });
    });
  },
};

/** Keeps or deletes the alerts saved before the verification. Does nothing unless `asksAboutAlerts` is set. */
export async function settleAlerts(uid: string, choice: 'keep' | 'delete'): Promise<void> {
  const firestore = await database();
  const person = firestore.doc(`users/${uid}`);
  await personTransaction(firestore, uid, async (transaction) => {
    const before = await transaction.get(person);
    if (before.get('asksAboutAlerts') !== true) return;
    const verifiedAt = Timestamp.fromMillis(epochMs(before.get('verifiedAt')) ?? 0);
    const saved = person.collection('alerts').where('createdAt', '<=', verifiedAt).select();
    const alerts = choice === 'delete' ? (await transaction.get(saved)).docs : [];
    for (const { ref } of alerts) transaction.delete(ref);
    transaction.update(person, { asksAboutAlerts: FieldValue.delete() });
  });
}
