import pLimit from 'p-limit';
import { type ChannelEntry, HOUR_MS, isAlertIn } from '../../contract/index.ts';
import { alertFromMs } from '../../delivery/channels/chosen-alerts.ts';
import { errorName, log } from '../../platform/log.ts';
import { createdAtOf, slotOf } from '../../delivery/links/alert-identity.ts';
import { matchAlerts, type PersonMatches } from '../matching/match-alerts.ts';
import { mistrust, type QueryKey } from '../matching/match-cache.ts';
import type { MatchedEpisode } from '../matching/matched-episode.ts';
import type { EpisodeSource } from '../../catalogue/changes/episode-source.ts';
import { alertIdsOf, type SavedKeyword, savedKeywords } from '../matching/saved-keywords.ts';
import { type DeliveryQueue, enqueueFirst } from '../store/delivery-queue.ts';
import { isBehind } from '../../delivery/channels/channel-turns.ts';
import { type DigestSection, messageId } from '../outbox/digest.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { ShardIndex } from '../shards/shard-index.ts';
import { messageEpisode } from './digest-episodes.ts';
import {
  areMessagesFull,
  type MessageInput,
  type PlannedMessage,
  planMessage,
} from './plan-message.ts';
import { digestPlanner, type Planner } from './shown-episodes.ts';
import { newestRun, stillWanted } from './unsent-since.ts';

/** Limit per channel and run; the rest follows with the next run. */
const MAX_MESSAGES_A_RUN = 5;
const CHANNELS_AT_ONCE = 24;

/** Minimum time between two new messages for a receiver that fails. */
const MADE_WHILE_FAILING_MS = HOUR_MS;

/** A channel that is on, with the keywords whose matches go there. */
export interface ChannelRecipient {
  uid: string;
  channel: ChannelEntry;
  keywords: ReadonlyMap<QueryKey, SavedKeyword>;
  followedShows?: readonly string[];
}

/** The channels of everybody, including people who get no mail. */
export function channelRecipients({ people }: Pick<ShardIndex, 'people'>): ChannelRecipient[] {
  const recipients: ChannelRecipient[] = [];
  for (const [uid, { alerts, preferences }] of people) {
    const { channels, followedShows } = preferences;
    for (const channel of channels ?? []) {
      const keywords = savedKeywords(alertsOf(channel, alerts));
      if (keywords.size === 0) continue;
      recipients.push({ uid, channel, keywords, ...(followedShows && { followedShows }) });
    }
  }
  return recipients;
}

function alertsOf(channel: ChannelEntry, alerts: readonly ActiveAlert[]): ActiveAlert[] {
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
  /** How many of the sections' oldest episodes fit into one message to the channel. */
  fits: (channel: ChannelEntry, sections: readonly DigestSection[]) => number;
}

/**
 * Creates messages for the channels that have something new since their last check; returns their number. One
 * channel's error does not affect the others, and the next run tries that channel again. Safe to repeat, also
 * concurrently, because the channel's sent log deduplicates.
 */
export async function createMessages(
  parts: MessageParts,
  index: ShardIndex,
  recipients: readonly ChannelRecipient[],
  { catalogue, nowMs }: { catalogue: EpisodeSource; nowMs: number },
): Promise<number> {
  const planner: MessagePlanner = digestPlanner(catalogue, {
    plan: planMessage,
    show: messageEpisode,
    onGone: () => mistrust(index.matches),
  });
  let created = 0;
  await pLimit(CHANNELS_AT_ONCE).map(
    matchAlerts(recipients, index.matches),
    async ({ uid, matches, person: { channel } }) => {
      const toldInRun = index.people.get(uid)?.toldInRun?.[channel.id] ?? null;
      const news = matches.filter(
        ({ episodes }) => toldInRun === null || newestRun(episodes) > toldInRun,
      );
      if (news.length === 0) return;
      try {
        const recipient = { uid, channel, matches: news, nowMs, planner };
        for (let number = 0; number < MAX_MESSAGES_A_RUN; number += 1) {
          const { outcome, isAllTold } = await createMessage(parts, recipient, number);
          if (outcome === 'created') created += 1;
          if (isAllTold) told(index, uid, channel.id);
          if (isAllTold || outcome !== 'created') return;
        }
      } catch (error) {
        log('error', 'message-not-created', {
          uid,
          channelId: channel.id,
          error: errorName(error),
        });
      }
    },
  );
  return created;
}

type MessagePlanner = Planner<Omit<MessageInput<MatchedEpisode>, 'shown'>, PlannedMessage | null>;

interface Recipient extends PersonMatches<MatchedEpisode> {
  channel: ChannelEntry;
  nowMs: number;
  planner: MessagePlanner;
}

async function createMessage(
  { store, messages, fits }: MessageParts,
  { uid, channel, matches, nowMs, planner }: Recipient,
  number: number,
) {
  const id = messageId(uid, channel.id, nowMs, number);
  const alertIds = matches.flatMap(({ saved }) => alertIdsOf(saved));
  let isAllTold = false as boolean;
  const outcome = await store.createDigest({
    id,
    uid,
    channelId: channel.id,
    alertIds,
    waitsForTurns: (own) => isBehind(own, nowMs, MADE_WHILE_FAILING_MS),
    decide: async (sentLog, active) => {
      const { planned, isAnyGone } = await planner.plan({
        id,
        uid,
        channel: { id: channel.id, kind: channel.kind },
        slotMs: nowMs,
        nowMs,
        sentLog,
        matches: stillWanted(matches, active),
        fits: (sections) => fits(channel, sections),
      });
      const isAll = planned === null ? !areMessagesFull(sentLog, nowMs) : !planned.isMoreLeft;
      isAllTold = isAll && !isAnyGone;
      return planned;
    },
  });
  if (outcome === 'created') await enqueueFirst(messages, id, { event: 'message-not-queued' });
  return { outcome, isAllTold: isAllTold && (outcome === 'created' || outcome === 'nothing') };
}

function told(index: ShardIndex, uid: string, channelId: string): void {
  const person = index.people.get(uid);
  if (person !== undefined) person.toldInRun = { ...person.toldInRun, [channelId]: index.runs };
}
