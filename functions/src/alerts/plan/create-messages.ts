import pLimit from 'p-limit';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { isBehind } from '../../delivery/channels/served-channel.ts';
import { alertFromMs } from '../../delivery/channels/chosen-alerts.ts';
import { type ChannelEntry, isAlertIn } from '../../contract/index.ts';
import { errorName, log } from '../../platform/log.ts';
import { createdAtOf, slotOf } from '../../delivery/links/alert-identity.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { ReadEpisodes } from '../match/about-matches.ts';
import type { Recipient } from '../match/match-recipients.ts';
import { type DigestSection, messageId } from '../outbox/digest.ts';
import { type BlockedShows, splitWaiting } from '../outbox/blocked-matches.ts';
import { takenOf } from '../outbox/waiting.ts';
import { type ShardIndex, setPending } from '../match/shard-index.ts';
import { type DeliveryQueue, enqueueFirst } from '../outbox/delivery-queue.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { messageEpisode } from './digest-episodes.ts';
import { unwantedOf, wantedMatches } from './wanted-matches.ts';
import { areMessagesFull, planMessage } from './plan-message.ts';
import { digestPlanner, type Planner } from './shown-episodes.ts';
import { sentIn } from './unsent-matches.ts';

/** Max messages per channel and run. The next run sends the rest. */
const MAX_MESSAGES_A_RUN = 5;
const CHANNELS_AT_ONCE = 24;

/** Interval between a run's messages, so that they arrive in order and none must wait for another. */
const APART_MS = 5000;

export interface ChannelRecipient extends Recipient {
  channel: ChannelEntry;
}

export function channelRecipients({ people }: Pick<ShardIndex, 'people'>): ChannelRecipient[] {
  const recipients: ChannelRecipient[] = [];
  for (const [uid, { alerts: all, preferences }] of people) {
    const { channels, followedShows } = preferences;
    for (const channel of channels ?? []) {
      const alerts = alertsOf(channel, all);
      if (alerts.length === 0) continue;
      recipients.push({ uid, channelId: channel.id, channel, alerts, followedShows });
    }
  }
  return recipients;
}

export function alertsOf(channel: ChannelEntry, alerts: readonly ActiveAlert[]): ActiveAlert[] {
  return alerts
    .filter(({ alertId }) => isAlertIn(channel, slotOf(alertId), createdAtOf(alertId)))
    .map((alert) => {
      const fromMs = alertFromMs(channel.from, slotOf(alert.alertId));
      return { ...alert, sinceMs: Math.max(alert.sinceMs, channel.sinceMs, fromMs) };
    });
}

export interface MessageParts {
  store: Pick<OutboxStore, 'createDigest'>;
  messages: DeliveryQueue;
  /** Those of the people whose account is enabled and whose address is verified. */
  verified: (uids: readonly string[]) => Promise<{ has: (uid: string) => boolean }>;
  /** How many of the oldest episodes fit into one message. */
  fits: (channel: ChannelEntry, sections: readonly DigestSection[]) => number;
}

/**
 * Returns the number of messages created. An error affects only one channel, which the next run retries.
 * Idempotent, also concurrently: the channel's sent log prevents duplicates.
 */
export async function createMessages(
  parts: MessageParts,
  index: ShardIndex,
  recipients: readonly ChannelRecipient[],
  { catalogue, nowMs, blocked }: { catalogue: EpisodeSource; nowMs: number; blocked: BlockedShows },
): Promise<number> {
  const planner = digestPlanner(catalogue, messageEpisode);
  const read = catalogue.episodesWithIds;
  let created = 0;
  const pending = recipients.filter(
    ({ uid, channel }) => index.people.get(uid)?.pending?.[channel.id] !== false,
  );
  const served = await withStanding(parts, pending);
  await pLimit(CHANNELS_AT_ONCE).map(served, async (recipient) => {
    const { uid, channel } = recipient;
    try {
      for (let number = 0; number < MAX_MESSAGES_A_RUN; number += 1) {
        const order = { ...recipient, nowMs, planner, read, blocked };
        const { outcome, isAllSent } = await createMessage(parts, order, number);
        if (outcome === 'created') created += 1;
        if (isAllSent) setPending(index, recipient, false);
        if (isAllSent || outcome !== 'created') return;
      }
    } catch (error) {
      log('error', 'message-not-created', { uid, channelId: channel.id, error: errorName(error) });
    }
  });
  return created;
}

/** Leaves out people whose account is disabled or unverified: their matches wait. */
async function withStanding(
  { verified }: MessageParts,
  recipients: readonly ChannelRecipient[],
): Promise<readonly ChannelRecipient[]> {
  if (recipients.length === 0) return [];
  try {
    const known = await verified([...new Set(recipients.map(({ uid }) => uid))]);
    return recipients.filter(({ uid }) => known.has(uid));
  } catch (error) {
    // The delivery asks again.
    log('warn', 'accounts-not-asked', { channels: recipients.length, error: errorName(error) });
    return recipients;
  }
}

interface MessageOrder extends ChannelRecipient {
  nowMs: number;
  planner: Planner;
  read: ReadEpisodes;
  blocked: BlockedShows;
}

async function createMessage(
  { store, messages, fits }: MessageParts,
  { uid, channel, followedShows, nowMs, planner, read, blocked }: MessageOrder,
  number: number,
) {
  const id = messageId(uid, channel.id, nowMs, number);
  let isAllSent = false as boolean;
  const outcome = await store.createDigest({
    id,
    uid,
    channelId: channel.id,
    waitsForChannel: (own) => isBehind(own, { nowMs, isFirst: number === 0 }),
    decide: async ({ sentLog, waiting, active, isHeld }) => {
      const isFull = areMessagesFull(sentLog, nowMs);
      const isNothing = waiting.matches.length + waiting.counts.length === 0;
      isAllSent = !isFull && isNothing;
      if (isFull || isNothing) return null;
      const { dropped, ...open } = splitWaiting(waiting, { blocked, nowMs });
      const alerts = alertsOf(channel, [...active.values()]);
      const matches = await wantedMatches(open, alerts, { followedShows, read });
      const planned = await planner.plan((shown) =>
        planMessage({
          id,
          uid,
          channel: { id: channel.id, kind: channel.kind },
          slotMs: nowMs,
          nowMs,
          sentLog,
          matches,
          shown,
          fits: (sections) => fits(channel, sections),
        }),
      );
      const isMoreLeft = planned?.isMoreLeft === true;
      isAllSent = !isMoreLeft && waiting.isAll && !isHeld;
      const isSent = sentIn(planned?.sentLog ?? sentLog);
      // Matches of a paused alert wait, because its pause may be undone.
      const leftOf = new Map(
        matches.map(({ saved: { alertId }, normalized, episodes }) => {
          const left = episodes.filter((each) => !isSent({ alertId, normalized }, each));
          return [alertId, new Set(isMoreLeft ? left.map(({ match }) => match) : [])];
        }),
      );
      const taken = takenOf(open, (each) => {
        const left = leftOf.get(each.alertId);
        if (left === undefined) return false;
        return 'episode' in each ? !left.has(each.episode.match) : !isMoreLeft;
      });
      return {
        digest: planned?.digest ?? null,
        sentLog: planned?.sentLog ?? sentLog,
        taken: [...dropped, ...taken],
        unwanted: unwantedOf(open, matches),
      };
    },
  });
  if (outcome === 'created') {
    const atMs = number === 0 ? undefined : Date.now() + number * APART_MS;
    await enqueueFirst(messages, id, { atMs, event: 'message-not-queued' });
  }
  return { outcome, isAllSent: isAllSent && (outcome === 'created' || outcome === 'nothing') };
}
