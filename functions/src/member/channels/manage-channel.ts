import { resendDelivery } from '../../alerts/outbox/resend-message.ts';
import { wakeChannel } from '../../alerts/outbox/delivery-queue.ts';
import { channelAddress } from '../../delivery/channels/channel-address.ts';
import type { ChannelOutcome } from '../../delivery/channels/channel-message.ts';
import type { ChannelAlerts } from '../../delivery/channels/chosen-alerts.ts';
import { newSecret, newToken, tokenHash } from '../../delivery/channels/channel-secrets.ts';
import {
  changeChannel,
  createChannel,
  deleteChannel,
  readTarget,
  recordFeedDelivery,
  replaceSecret,
} from '../../delivery/channels/firestore-channels.ts';
import { isPublicKey, vapidKeys } from '../../delivery/channels/vapid-keys.ts';
import { storeFeedItems } from '../../delivery/channels/firestore-feeds.ts';
import { sendToChannel } from '../../delivery/channels/send-to-channel.ts';
import {
  type AlertItem,
  type ChannelCreated,
  type ChannelsRequest,
  type ChannelTested,
  MAX_CHANNELS,
  type PushKey,
} from '../../contract/index.ts';
import { describeCause } from '../../platform/http/respond.ts';
import { log } from '../../platform/log.ts';

export interface ManageContext {
  siteUrl: string;
  /** True under the emulators, where receivers may be local. */
  allowLoopback: boolean;
  firstItems: (alerts: ChannelAlerts) => Promise<AlertItem[]>;
  now: number;
}

interface Managed {
  answer: ChannelCreated | ChannelTested | PushKey | Record<string, never>;
  logged: Record<string, unknown>;
  /** Code for API clients, set only if the request was refused and nothing was done. */
  refused?: string;
}

type Asked<Action extends ChannelsRequest['action']> = Extract<ChannelsRequest, { action: Action }>;

export async function manageChannel(
  uid: string,
  request: ChannelsRequest,
  context: ManageContext,
): Promise<Managed> {
  const { now } = context;
  switch (request.action) {
    case 'create':
      return created(await create(uid, request, context));
    case 'push-key':
      return { answer: { key: (await vapidKeys()).publicKey }, logged: {} };
    case 'change': {
      const { channelId, name, alerts, isOn } = request;
      const change = { name, alerts, isOn };
      const isKnown = await changeChannel(uid, channelId, change, now);
      if (isKnown && isOn === true) await wakeChannel(channelId, now);
      return { answer: {}, logged: { isKnown } };
    }
    case 'replace':
      return created(await replace(uid, request, context));
    case 'test':
      return test(uid, request, now);
    case 'resend':
      return resend(uid, request);
    case 'delete':
      return { answer: {}, logged: { isKnown: await deleteChannel(uid, request.channelId, now) } };
  }
}

function created(answer: ChannelCreated): Managed {
  return { answer, logged: { outcome: answer.kind } };
}

async function create(
  uid: string,
  { kind, name, url, keys, alerts }: Asked<'create'>,
  { siteUrl, allowLoopback, firstItems, now }: ManageContext,
): Promise<ChannelCreated> {
  const common = { kind, name, alerts: alerts === 'all' ? alerts : [...new Set(alerts)] };
  if (kind === 'feed') {
    const token = newToken();
    const channelId = await createChannel(
      uid,
      { ...common, host: '', tokenHash: hashOf(token) },
      now,
    );
    if (channelId === null) return NO_ROOM;
    await fill({ id: channelId, uid }, () => firstItems(alerts), now);
    return { kind: 'created', channelId, feed: feedAddresses(siteUrl, token) };
  }
  const address = channelAddress(kind, url ?? '', { allowLoopback });
  if ('refused' in address) return { kind: 'refused', message: address.refused };
  if (kind === 'push' && (keys === undefined || !isPublicKey(keys.p256dh))) return NO_KEYS;
  const secret = kind === 'webhook' ? { secret: newSecret() } : {};
  const own = kind === 'push' && keys !== undefined ? { keys } : {};
  const channelId = await createChannel(uid, { ...common, ...address, ...secret, ...own }, now);
  if (channelId === null) return NO_ROOM;
  return { kind: 'created', channelId, ...secret };
}

/**
 * A failure leaves the new feed empty but does not undo its creation, because the feed's address is shown only once.
 */
async function fill(
  feed: { id: string; uid: string },
  firstItems: () => Promise<AlertItem[]>,
  now: number,
): Promise<void> {
  try {
    const items = await firstItems();
    if (items.length === 0) return;
    if (await storeFeedItems(feed, items, now, null)) await recordFeedDelivery(feed, now);
  } catch (error) {
    log('error', 'feed-not-filled', { reason: describeCause(error) });
  }
}

const NO_ROOM: ChannelCreated = {
  kind: 'refused',
  isFull: true,
  message: `You have reached the limit of ${MAX_CHANNELS} channels. Delete one first.`,
};

const NO_KEYS: ChannelCreated = {
  kind: 'refused',
  message: 'This browser gave no keys for notifications. Reload the page and try again.',
};

async function replace(
  uid: string,
  { channelId }: Asked<'replace'>,
  { siteUrl, now }: ManageContext,
): Promise<ChannelCreated> {
  const [secret, token] = [newSecret(), newToken()];
  const made = { secret, tokenHash: hashOf(token) };
  const kind = await replaceSecret(uid, channelId, made, now);
  if (kind === null) {
    return {
      kind: 'refused',
      message: 'This channel has nothing to replace. Delete it and add it again.',
    };
  }
  return {
    kind: 'created',
    channelId,
    ...(kind === 'feed' ? { feed: feedAddresses(siteUrl, token) } : { secret }),
  };
}

async function test(uid: string, { channelId }: Asked<'test'>, now: number): Promise<Managed> {
  const found = await readTarget(uid, channelId, now);
  if (found === null) {
    return tested({ isAccepted: false, status: null, message: 'This channel is deleted.' });
  }
  if (found.target.kind === 'feed') {
    const message = 'A feed needs no test. Open its address in your reader.';
    return tested({ isAccepted: true, status: null, message });
  }
  const message = { id: `test_${channelId}_${now}`, atMs: now, items: [], isTest: true } as const;
  const outcome = await sendToChannel(found.target, message);
  return tested({
    isAccepted: outcome.kind === 'accepted',
    status: outcome.status,
    message: sentenceOf(outcome),
  });
}

async function resend(uid: string, { deliveryId }: Asked<'resend'>): Promise<Managed> {
  const outcome = await resendDelivery(uid, deliveryId);
  return { answer: {}, logged: { outcome }, ...(outcome !== 'queued' && { refused: outcome }) };
}

function tested(answer: ChannelTested): Managed {
  return { answer, logged: { isAccepted: answer.isAccepted, status: answer.status } };
}

function sentenceOf(outcome: ChannelOutcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return 'Test message delivered.';
    case 'gone':
      return outcome.reason ?? `This address no longer exists (${outcome.status}).`;
    case 'unavailable':
    case 'unknown':
      return outcome.reason;
  }
}

function hashOf(token: string): string {
  const hash = tokenHash(token);
  if (hash === null) throw new Error('A new token is malformed');
  return hash;
}

function feedAddresses(siteUrl: string, token: string) {
  const address = `${siteUrl}/feeds/${token}`;
  return { rss: `${address}.xml`, json: `${address}.json` };
}
