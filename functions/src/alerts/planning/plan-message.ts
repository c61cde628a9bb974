import type { EpisodeFacts } from '../../catalogue/changes/new-episode.ts';
import { alertFields, MAX_ALSO_IN } from '../../contract/index.ts';
import type { Digest, DigestSection, MessageChannel } from '../outbox/digest.ts';
import { queuedProgress } from '../outbox/digest-progress.ts';
import {
  digestsOfDay,
  pairBytes,
  sectionPairs,
  type SentLog,
  withDigest,
} from '../outbox/sent-log.ts';
import { type DigestInput, episodeId } from './plan-digest.ts';
import { type UnsentEpisode, type UnsentMatches, unsentMatches } from './unsent-matches.ts';

/** Limit per channel and UTC day. */
const MAX_MESSAGES_A_DAY = 200;
/** Episodes in the largest message. */
const MAX_MESSAGE_EPISODES = 20;

export interface MessageInput<E extends EpisodeFacts> extends Omit<
  DigestInput<E>,
  'cadence' | 'atMs'
> {
  id: string;
  channel: MessageChannel;
  /** How many of the sections' oldest episodes fit into one message. */
  fits: (sections: readonly DigestSection[]) => number;
}

export interface PlannedMessage {
  digest: Digest;
  sentLog: SentLog;
  /** True if something is left for the next message. */
  isMoreLeft: boolean;
}

/**
 * A message of the oldest unsent episodes, as many as fit. Null if there are none, or the daily limit is
 * reached.
 */
export function planMessage<E extends EpisodeFacts>(input: MessageInput<E>): PlannedMessage | null {
  const { id, uid, channel, slotMs, sentLog, nowMs, shown, fits } = input;
  if (areMessagesFull(sentLog, nowMs)) return null;
  const unsent = unsentMatches(input.matches, sentLog);
  const oldest = oldestFirst(unsent);
  if (oldest.length === 0) return null;
  const most = oldest.slice(0, MAX_MESSAGE_EPISODES);
  const candidates = sectionsOf(unsent, most, shown);
  const chosen = most.slice(0, Math.max(1, fits(candidates)));
  const sections = chosen.length === most.length ? candidates : sectionsOf(unsent, chosen, shown);
  const pairs = Buffer.concat(sections.map(sectionPairs));
  return {
    digest: { uid, slotMs, cadence: 'hourly', sections, channel, ...queuedProgress(nowMs) },
    sentLog: withDigest(sentLog, pairs, { digestId: id, atMs: nowMs }),
    isMoreLeft: chosen.length < oldest.length,
  };
}

export function areMessagesFull(sentLog: SentLog, nowMs: number): boolean {
  return digestsOfDay(sentLog, nowMs) >= MAX_MESSAGES_A_DAY;
}

/** Ids of the episodes, each once. */
function oldestFirst<E extends EpisodeFacts>(unsent: readonly UnsentMatches<E>[]): string[] {
  const times = new Map<string, number>();
  for (const { episodes } of unsent) {
    for (const { episode } of episodes) {
      const id = episodeId(episode);
      times.set(id, Math.min(episode.pubDateMs, times.get(id) ?? Infinity));
    }
  }
  const ids = [...times].sort(([a, aMs], [b, bMs]) => aMs - bMs || (a < b ? -1 : 1));
  return ids.map(([id]) => id);
}

function sectionsOf<E extends EpisodeFacts>(
  unsent: readonly UnsentMatches<E>[],
  ids: readonly string[],
  shown: DigestInput<E>['shown'],
): DigestSection[] {
  const positions = new Map(ids.map((id, index) => [id, index]));
  const positionOf = ({ episode }: UnsentEpisode<E>) => positions.get(episodeId(episode)) ?? -1;
  return unsent.flatMap(({ saved, normalized, episodes }) => {
    const told = episodes
      .filter((each) => positionOf(each) >= 0)
      .sort((a, b) => positionOf(a) - positionOf(b));
    if (told.length === 0) return [];
    return {
      alertId: saved.alertId,
      ...alertFields(saved),
      episodes: told.map(({ episode, alsoIn }) => ({
        ...shown(episode, { keyword: normalized, spoken: saved.spoken }),
        ...(alsoIn.size > 0 && { alsoIn: [...alsoIn].slice(0, MAX_ALSO_IN) }),
      })),
      moreCount: 0,
      episodeIds: pairBytes(told.map(({ episode }) => episodeId(episode))),
      keys: pairBytes(told.flatMap(({ keys }) => [...keys])),
      keyCounts: told.map(({ keys }) => keys.size),
    };
  });
}
