import type { Firestore } from 'firebase-admin/firestore';
import { readChannel } from '../../contract/index.ts';
import { documentsOf } from '../../platform/documents/documents-of.ts';
import { readPreferences } from '../alert-record.ts';
import { firestoreRunStore } from '../shards/run-store.ts';
import { shardsOf } from '../shards/shard-layout.ts';
import { digestFields, readDigest, readSentLog } from '../store/outbox-documents.ts';
import {
  channelToldUntil,
  digestAfterRestore,
  lastRunOf,
  layoutAfterRestore,
  mailToldUntil,
  servedUntil,
} from './after-restore.ts';

export interface RuleResult {
  /** Numbers of sent logs (of people, of channels) whose `toldUntilMs` was set. */
  people: number;
  channels: number;
  /** Mails that were queued or being sent at the backup, and now count as sent. */
  digests: number;
}

/**
 * Applies the rule of `after-restore.ts` to a restored database. Safe to repeat, and to be killed at any
 * moment; no run may be under way at the same time. `mailedUntilMs`: null if nothing was mailed after the
 * backup.
 */
export async function applyRestoreRule(
  firestore: Firestore,
  { mailedUntilMs, nowMs }: { mailedUntilMs: number | null; nowMs: number },
): Promise<RuleResult> {
  const runs = firestoreRunStore(firestore);
  const layout = await runs.layout();
  const shards = shardsOf(layout).map(({ shard }) => shard);
  const states = await runs.states(layout.epoch, shards);
  const result = { people: 0, channels: 0, digests: 0 };
  const servedUntilMs = mailedUntilMs === null ? null : servedUntil(mailedUntilMs);
  if (servedUntilMs !== null) {
    result.digests = await settleDigests(firestore, servedUntilMs);
    for await (const uid of peopleWithAlerts(firestore)) {
      const lastRunAtMs = lastRunOf(uid, layout, states);
      const told = await noteTold(firestore, uid, { lastRunAtMs, servedUntilMs });
      result.people += told.mail;
      result.channels += told.channels;
    }
  }
  await runs.changeLayout(() => layoutAfterRestore(layout, states, servedUntilMs, nowMs));
  return result;
}

async function settleDigests(firestore: Firestore, servedUntilMs: number): Promise<number> {
  let count = 0;
  for (const state of ['queued', 'sending']) {
    const digests = firestore.collection('digests').where('state', '==', state);
    for await (const found of documentsOf(digests)) {
      const settled = digestAfterRestore(readDigest(found.data()), servedUntilMs);
      if (settled === null) continue;
      await found.ref.set(digestFields(settled));
      count += 1;
    }
  }
  return count;
}

/** Uids of everybody who has an alert, with or without stored preferences. */
async function* peopleWithAlerts(firestore: Firestore): AsyncGenerator<string> {
  let before = '';
  for await (const { ref } of documentsOf(firestore.collectionGroup('alerts').select())) {
    const uid = ref.parent.parent?.id ?? '';
    // The alerts of one person are consecutive.
    if (uid !== before) yield uid;
    before = uid;
  }
}

/** Sets `toldUntilMs` in a person's sent logs, of mail and of channels; returns how many were changed. */
async function noteTold(
  firestore: Firestore,
  uid: string,
  { lastRunAtMs, servedUntilMs }: { lastRunAtMs: number | null; servedUntilMs: number },
): Promise<{ mail: number; channels: number }> {
  const person = firestore.doc(`users/${uid}`);
  const logOf = (id: string) => person.collection('ledger').doc(id);
  const note = async (id: string, toldUntilMs: number | null): Promise<number> => {
    if (toldUntilMs === null) return 0;
    const sentLog = readSentLog((await logOf(id).get()).data());
    await logOf(id).set({ ...sentLog, toldUntilMs });
    return 1;
  };
  const preferences = readPreferences((await person.get()).data());
  const sentLog = readSentLog((await logOf('sent').get()).data());
  const mail = await note('sent', mailToldUntil(preferences, lastRunAtMs, sentLog, servedUntilMs));
  let channels = 0;
  for (const channel of preferences.channels ?? []) {
    const stored = await person.collection('channels').doc(channel.id).get();
    const failingSinceMs = readChannel(channel.id, stored.data() ?? {})?.failingSinceMs;
    const told = channelToldUntil(channel, lastRunAtMs, failingSinceMs, servedUntilMs);
    channels += await note(channel.id, told);
  }
  return { mail, channels };
}
