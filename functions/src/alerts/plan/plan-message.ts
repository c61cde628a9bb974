import { shownFor } from '../match/episode-ground.ts';
import type { EpisodeFacts } from '../../catalogue/store/new-episode.ts';
import { alertFields, MAX_ALSO_IN } from '../../contract/index.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { Digest, DigestSection, MessageChannel } from '../outbox/digest.ts';
import { queuedProgress } from '../outbox/digest-progress.ts';
import {
  digestsOfDay,
  pairBytes,
  pairHash,
  scopesOf,
  sectionPairs,
  type SentLog,
  withDigest,
} from '../outbox/sent-log.ts';
import { bytesOfKeys, type DigestInput, episodeId, matchOf } from './plan-digest.ts';
import {
  countIn,
  type UnsentEpisode,
  type UnsentMatches,
  unsentMatches,
} from './unsent-matches.ts';

/** Max messages per channel and UTC day. */
const MAX_MESSAGES_A_DAY = 200;
const MAX_MESSAGE_EPISODES = 20;
/**
 * Max bytes of episodes, keys and ids. Beyond the limit, an episode that 200 alerts match still has 200
 * titles. A Firestore document holds 1 MiB, and keywords take up to 120 kB.
 */
const MAX_BYTES = 300_000;

export interface MessageInput<E extends EpisodeFacts> extends Omit<
  DigestInput<E>,
  'cadence' | 'atMs'
> {
  id: string;
  channel: MessageChannel;
  fits: (sections: readonly DigestSection[]) => number;
}

export interface PlannedMessage {
  digest: Digest;
  sentLog: SentLog;
  /** True if episodes are left for another message. Only the last message has the counts. */
  isMoreLeft: boolean;
}

/** Takes the oldest unsent episodes that fit. Null if no match is unsent. */
export function planMessage<E extends EpisodeFacts>(input: MessageInput<E>): PlannedMessage | null {
  const { id, uid, channel, slotMs, sentLog, nowMs, shown, fits } = input;
  const unsent = unsentMatches(input.matches, sentLog);
  if (unsent.length === 0) return null;
  const oldest = oldestFirst(unsent);
  const most = oldest.slice(0, MAX_MESSAGE_EPISODES);
  const candidates = sectionsOf(unsent, most, shown);
  let chosen = most.slice(0, Math.max(1, fits(candidates)));
  let sections = sectionsOf(unsent, chosen, shown);
  while (chosen.length > 1 && bytesOf(sections) > MAX_BYTES) {
    chosen = chosen.slice(0, Math.ceil(chosen.length / 2));
    sections = sectionsOf(unsent, chosen, shown);
  }
  const isMoreLeft = chosen.length < oldest.length;
  sections = withinBytes(isMoreLeft ? sections : withCounts(sections, unsent));
  const pairs = Buffer.concat(sections.map(sectionPairs));
  const logged = withDigest(
    sentLog,
    pairs,
    { digestId: id, atMs: nowMs },
    pairsLeft(unsent, chosen),
  );
  return {
    digest: { uid, slotMs, cadence: 'hourly', sections, channel, ...queuedProgress(nowMs) },
    sentLog: logged,
    isMoreLeft,
  };
}

function bytesOf(sections: readonly DigestSection[]): number {
  return sections.reduce(
    (sum, section) =>
      sum + Buffer.byteLength(JSON.stringify(section.episodes)) + bytesOfKeys(section),
    0,
  );
}

/**
 * An episode that many alerts match may be too large. Beyond the limit, its further alerts do not show why
 * they match.
 */
function withinBytes(sections: readonly DigestSection[]): DigestSection[] {
  let bytes = 0;
  return sections.map((section) => {
    bytes += bytesOf([section]);
    if (bytes <= MAX_BYTES) return section;
    const episodes = section.episodes.map((episode) => ({
      id: episode.id,
      match: episode.match,
      show: episode.show,
      title: episode.title,
      podcast: episode.podcast,
      pubDateMs: episode.pubDateMs,
      link: '',
      image: '',
      excerpt: '',
    }));
    return { ...section, episodes };
  });
}

/** Adds the numbers of matches that no message shows, even for alerts without shown episodes. */
function withCounts<E extends EpisodeFacts>(
  sections: readonly DigestSection[],
  unsent: readonly UnsentMatches<E>[],
): DigestSection[] {
  const shown = new Map(sections.map((section) => [section.alertId, section]));
  return unsent.flatMap(({ saved, counts }) => {
    const section = shown.get(saved.alertId);
    if (section === undefined && counts.length === 0) return [];
    return {
      ...(section ?? sectionOf(saved, [])),
      moreCount: countIn(counts),
      counts: Object.fromEntries(counts.map(({ id, count }) => [id, count])),
    };
  });
}

function pairsLeft<E extends EpisodeFacts>(
  unsent: readonly UnsentMatches<E>[],
  chosen: readonly string[],
): Uint8Array {
  const isChosen = new Set(chosen);
  return pairBytes(
    unsent.flatMap(({ saved, normalized, episodes }) => {
      const [scope = ''] = scopesOf(saved.alertId, normalized);
      return episodes
        .filter(({ episode }) => !isChosen.has(episodeId(episode)))
        .map(({ keys: [own = ''] }) => pairHash(scope, own));
    }),
  );
}

export function areMessagesFull(sentLog: SentLog, nowMs: number): boolean {
  return digestsOfDay(sentLog, nowMs) >= MAX_MESSAGES_A_DAY;
}

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
  return unsent.flatMap(({ saved, normalized, episodes: found }) => {
    const chosen = found
      .filter((each) => positionOf(each) >= 0)
      .sort((a, b) => positionOf(a) - positionOf(b));
    if (chosen.length === 0) return [];
    const episodes = chosen.map(({ episode, alsoIn }) => ({
      ...shown(episode, shownFor(saved, normalized)),
      ...(alsoIn.size > 0 && { alsoIn: [...alsoIn].slice(0, MAX_ALSO_IN) }),
      ...matchOf(episode),
    }));
    return { ...sectionOf(saved, chosen), episodes };
  });
}

function sectionOf(saved: ActiveAlert, chosen: readonly UnsentEpisode[]): DigestSection {
  return {
    alertId: saved.alertId,
    ...alertFields(saved),
    episodes: [],
    moreCount: 0,
    episodeIds: pairBytes(chosen.map(({ episode }) => episodeId(episode))),
    keys: pairBytes(chosen.flatMap(({ keys }) => [...keys])),
    keyCounts: chosen.map(({ keys }) => keys.size),
    matches: chosen.flatMap(({ matches }) => matches),
  };
}
