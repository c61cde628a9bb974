import {
  type DocumentReference,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  type Channel,
  type ChannelKind,
  DAY_MS,
  epochMs,
  GONE_ADDRESS_KEPT_DAYS,
  MAX_CHANNELS,
  type PushKeys,
  readChannel,
} from '../../contract/index.ts';
import { database } from '../../platform/firebase-admin.ts';
import { personTransaction } from '../../platform/person-transaction.ts';
import type { ChannelTarget } from './channel-message.ts';
import { entriesOf, setEntries } from './channel-entries.ts';
import { type ChannelAlerts, chooseAlerts, readChosenAlerts } from './chosen-alerts.ts';
import {
  type ChannelSecrets,
  channelSecretsSchema,
  newChannelId,
  signingSecrets,
} from './channel-secrets.ts';
import { nextVersion } from './firestore-feeds.ts';

/** How long the old address of a replaced or deleted feed answers 410. */
const GONE_FOR_MS = GONE_ADDRESS_KEPT_DAYS * DAY_MS;

export interface NewChannel {
  kind: ChannelKind;
  name: string;
  /** Host of the address; empty for a feed. */
  host: string;
  alerts: ChannelAlerts;
  url?: string;
  secret?: string;
  tokenHash?: string;
  keys?: PushKeys;
}

/** Returns the new channel's id; null if the person already has {@link MAX_CHANNELS}. */
export async function createChannel(
  uid: string,
  created: NewChannel,
  now: number,
): Promise<string | null> {
  const firestore = await database();
  const channelId = newChannelId();
  const { person, own, secrets, feed } = documentsOf(firestore, uid, channelId);
  return personTransaction(firestore, uid, async (transaction) => {
    const [before, channels] = await Promise.all([
      transaction.get(person),
      transaction.get(own.parent.select().limit(MAX_CHANNELS)),
    ]);
    if (channels.size >= MAX_CHANNELS) return null;
    const { kind, name, host, alerts, url, secret, tokenHash, keys } = created;
    const at = Timestamp.fromMillis(now);
    transaction.set(own, {
      kind,
      name,
      host,
      alerts,
      state: 'on',
      createdAt: at,
      since: at,
      chosenAt: at,
    });
    transaction.set(secrets, {
      uid,
      kind,
      ...(url !== undefined && { url }),
      ...(secret !== undefined && { secrets: [{ secret, createdAt: at }] }),
      ...(tokenHash !== undefined && { tokenHash }),
      ...(keys !== undefined && { keys }),
    });
    if (tokenHash !== undefined) {
      transaction.create(firestore.doc(`feedTokens/${tokenHash}`), { uid, channelId });
      transaction.set(feed, { uid, tokenHash, title: name, items: [], changedAt: at });
    }
    const entry = { id: channelId, kind, alerts, sinceMs: now, chosenAtMs: now };
    setEntries(transaction, before, [...entriesOf(before), entry]);
    return channelId;
  });
}

export interface ChannelChange {
  name?: string | undefined;
  alerts?: ChannelAlerts | undefined;
  isOn?: boolean | undefined;
}

/** Returns false if the channel does not exist. Idempotent. */
export async function changeChannel(
  uid: string,
  channelId: string,
  { name, alerts, isOn }: ChannelChange,
  now: number,
): Promise<boolean> {
  const firestore = await database();
  const { person, own, feed } = documentsOf(firestore, uid, channelId);
  return personTransaction(firestore, uid, async (transaction) => {
    const [before, stored, items] = await transaction.getAll(person, own, feed);
    const channel = readChannel(channelId, stored?.data() ?? {});
    if (before === undefined || stored === undefined || channel === null) return false;
    const at = Timestamp.fromMillis(now);
    const wasOn = channel.state === 'on';
    const isSwitchedOn = isOn === true && !wasOn;
    // Matches found during a failure are sent once the channel works again, unlike matches found while its owner had it
    // off.
    const startMs = isSwitchedOn && channel.state === 'off' ? now : null;
    const chosen = readChosenAlerts(channel.alerts, stored.data());
    const { from } = alerts === undefined ? chosen : chooseAlerts(chosen, alerts, now);
    const fields = {
      ...(name !== undefined && { name }),
      ...(alerts !== undefined && { alerts, chosenAt: at, from }),
      ...(isOn === false && { state: 'off' }),
      ...(isSwitchedOn && {
        state: 'on',
        failure: FieldValue.delete(),
        failingSince: FieldValue.delete(),
        // If the owner re-enables a failed channel, retry pending messages at once.
        ...(channel.state !== 'off' && { pausedUntil: FieldValue.delete() }),
      }),
      ...(startMs !== null && { since: Timestamp.fromMillis(startMs) }),
    };
    // Firestore rejects an empty update, which occurs if another tab already switched the channel on.
    if (Object.keys(fields).length > 0) transaction.update(own, fields);
    if (name !== undefined && channel.kind === 'feed') {
      const changedAt = nextVersion(epochMs(items?.get('changedAt')) ?? 0, now);
      transaction.set(feed, { title: name, changedAt }, { merge: true });
    }
    const stays = isOn ?? wasOn;
    const entry = {
      id: channelId,
      kind: channel.kind,
      alerts: alerts ?? channel.alerts,
      sinceMs: startMs ?? epochMs(stored.get('since')) ?? channel.createdAtMs,
      ...(Object.keys(from).length > 0 && { from }),
      chosenAtMs:
        alerts === undefined ? (epochMs(stored.get('chosenAt')) ?? channel.createdAtMs) : now,
    };
    const others = entriesOf(before).filter(({ id }) => id !== channelId);
    setEntries(transaction, before, stays ? [...others, entry] : others);
    return true;
  });
}

/** Returns null if the channel is neither a webhook nor a feed. A replaced feed address answers 410. */
export async function replaceSecret(
  uid: string,
  channelId: string,
  made: { secret: string; tokenHash: string },
  now: number,
): Promise<ChannelKind | null> {
  const firestore = await database();
  const { own, secrets, feed } = documentsOf(firestore, uid, channelId);
  return personTransaction(firestore, uid, async (transaction) => {
    const known = await readSecrets(transaction, secrets, uid);
    const at = Timestamp.fromMillis(now);
    if (known?.kind === 'webhook') {
      const [newest] = known.secrets ?? [];
      const kept = newest === undefined ? [] : [newest];
      transaction.update(secrets, { secrets: [{ secret: made.secret, createdAt: at }, ...kept] });
    } else if (known?.kind === 'feed') {
      endToken(transaction, firestore, known, now);
      transaction.create(firestore.doc(`feedTokens/${made.tokenHash}`), { uid, channelId });
      transaction.update(secrets, { tokenHash: made.tokenHash });
      transaction.update(feed, { tokenHash: made.tokenHash });
    } else return null;
    transaction.update(own, { replacedAt: at });
    return known.kind;
  });
}

/** Returns false if the channel did not exist. Idempotent. */
export async function deleteChannel(uid: string, channelId: string, now: number): Promise<boolean> {
  const firestore = await database();
  const { person, own, secrets, feed, ledgers } = documentsOf(firestore, uid, channelId);
  return personTransaction(firestore, uid, async (transaction) => {
    const before = await transaction.get(person);
    const known = await readSecrets(transaction, secrets, uid);
    const entries = entriesOf(before);
    if (entries.some(({ id }) => id === channelId)) {
      setEntries(
        transaction,
        before,
        entries.filter(({ id }) => id !== channelId),
      );
    }
    if (known === null) return false;
    endToken(transaction, firestore, known, now);
    for (const document of [own, secrets, feed, ...ledgers]) transaction.delete(document);
    return true;
  });
}

/** Rejects if the feed has been deleted. */
export async function recordFeedDelivery(
  { id, uid }: { id: string; uid: string },
  now: number,
): Promise<void> {
  const { own } = documentsOf(await database(), uid, id);
  await own.update({ deliveredAt: Timestamp.fromMillis(now) });
}

export async function readTarget(
  uid: string,
  channelId: string,
  now: number,
): Promise<{ channel: Channel; target: ChannelTarget } | null> {
  const firestore = await database();
  const { own, secrets } = documentsOf(firestore, uid, channelId);
  const [stored, known] = await firestore.getAll(own, secrets);
  const channel = readChannel(channelId, stored?.data() ?? {});
  const read = channelSecretsSchema.safeParse(known?.data());
  if (channel === null || !read.success || read.data.uid !== uid) return null;
  const { kind, url, keys } = read.data;
  const target = {
    id: channelId,
    uid,
    kind,
    name: channel.name,
    ...(url !== undefined && { url }),
    ...(keys !== undefined && { keys }),
    secrets: signingSecrets(read.data, now),
  };
  return { channel, target };
}

function documentsOf(firestore: Firestore, uid: string, channelId: string) {
  const person = firestore.doc(`users/${uid}`);
  return {
    person,
    own: person.collection('channels').doc(channelId),
    /** The channel's sent log and its pending episodes. */
    ledgers: [channelId, `pending-${channelId}`].map((name) =>
      person.collection('ledger').doc(name),
    ),
    secrets: firestore.doc(`channelSecrets/${channelId}`),
    feed: firestore.doc(`feedItems/${channelId}`),
  };
}

async function readSecrets(
  transaction: Transaction,
  secrets: DocumentReference,
  uid: string,
): Promise<ChannelSecrets | null> {
  const read = channelSecretsSchema.safeParse((await transaction.get(secrets)).data());
  return read.success && read.data.uid === uid ? read.data : null;
}

function endToken(
  transaction: Transaction,
  firestore: Firestore,
  { tokenHash }: ChannelSecrets,
  now: number,
): void {
  if (tokenHash === undefined) return;
  transaction.update(firestore.doc(`feedTokens/${tokenHash}`), {
    replacedAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + GONE_FOR_MS),
  });
}
