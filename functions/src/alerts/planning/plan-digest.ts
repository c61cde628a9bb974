import { type Digest, digestId, type DigestSection } from '../outbox/digest.ts';
import { queuedProgress } from '../outbox/digest-progress.ts';
import {
  digestsOfDay,
  keyHash,
  pairBytes,
  sectionPairs,
  type SentLog,
  withDigest,
} from '../outbox/sent-log.ts';
import { digestEpisode, type ShownEpisode } from './digest-episodes.ts';
import type { AlertMatches } from '../matching/match-alerts.ts';
import { type UnsentEpisode, type UnsentMatches, unsentMatches } from './unsent-matches.ts';
import { alertFields, MAX_ALSO_IN } from '../../contract/index.ts';
import type { NewEpisode } from '../../catalogue/new-episode.ts';
import { equalShare } from '../../mail/digest/equal-share.ts';

/** Episodes a digest holds of one keyword; the others it counts. */
export const MAX_SECTION_EPISODES = 20;
/** Episodes in all; of more keywords than this one of each. */
export const MAX_DIGEST_EPISODES = 60;
/** Bytes of episodes, keys and ids in a digest. A document holds a megabyte, and keywords take up to 120 kB. */
const MAX_BYTES = 800_000;

/**
 * The sections of a digest: the keyword with the newest episode first, in each the newest episodes
 * first. When there are more than {@link MAX_DIGEST_EPISODES}, every keyword keeps an equal share;
 * when that is larger than {@link MAX_BYTES}, the last keywords are only counted.
 */
function selectDigestContent(
  matches: readonly UnsentMatches[],
  shownEpisode: ShownEpisode,
): DigestSection[] {
  const share = equalShare(
    matches.map(({ episodes }) => episodes.length),
    MAX_DIGEST_EPISODES,
  );
  const shownOfEach = Math.min(Math.max(share, 1), MAX_SECTION_EPISODES);
  const sections = matches
    .map(({ saved, normalized, episodes, moreCount, keys }) => {
      const newestFirst = [...episodes].sort(byNewest);
      const shown = newestFirst.slice(0, shownOfEach);
      return {
        alertId: saved.alertId,
        ...alertFields(saved),
        episodes: shown.map(({ episode, alsoIn }) => ({
          ...shownEpisode(episode, { keyword: normalized, spoken: saved.spoken }),
          ...(alsoIn.size > 0 && { alsoIn: [...alsoIn].slice(0, MAX_ALSO_IN) }),
        })),
        moreCount: moreCount + episodes.length - shown.length,
        episodeIds: pairBytes(newestFirst.map(({ episode }) => episodeId(episode))),
        keys: pairBytes(keys),
      };
    })
    .sort((a, b) => newestOf(b) - newestOf(a) || compareText(a.alertId, b.alertId));
  return withinBytes(sections);
}

function withinBytes(sections: readonly DigestSection[]): DigestSection[] {
  let bytes = sections.reduce(
    (sum, { keys, episodeIds }) => sum + keys.length + episodeIds.length,
    0,
  );
  return sections.map((section) => {
    bytes += Buffer.byteLength(JSON.stringify(section.episodes));
    if (bytes <= MAX_BYTES) return section;
    return { ...section, episodes: [], moreCount: section.moreCount + section.episodes.length };
  });
}

/** The same for all duplicates of an episode. */
function episodeId({ item, copies }: NewEpisode): string {
  const group = copies?.group ?? null;
  return keyHash(group === null ? item : `copies ${group}`);
}

function byNewest({ episode: a }: UnsentEpisode, { episode: b }: UnsentEpisode): number {
  return b.pubDateMs - a.pubDateMs || compareText(a.key, b.key);
}

function newestOf({ episodes }: DigestSection): number {
  return episodes[0]?.pubDateMs ?? 0;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Digests a person gets within a day of UTC at the most. */
export const MAX_DIGESTS_A_DAY = 24;

export interface DigestInput extends Pick<Digest, 'uid' | 'slotMs' | 'cadence'> {
  /** One for each keyword, episodes already sent included. */
  matches: readonly AlertMatches[];
  sentLog: SentLog;
  nowMs: number;
  /** When it is to be mailed, if not at once; epoch milliseconds. */
  atMs?: number | null;
  /** How an episode is shown; each is made by itself unless given. */
  shown?: ShownEpisode;
}

export function isDayFull(sentLog: SentLog, nowMs: number): boolean {
  return digestsOfDay(sentLog, nowMs) >= MAX_DIGESTS_A_DAY;
}

/**
 * The digest of all unsent matches, and the sent log with them; null when there are none, and when the
 * day's digests are used up. Everything in it counts as sent, be it shown or only counted.
 */
export function planDigest(input: DigestInput): { digest: Digest; sentLog: SentLog } | null {
  const { uid, slotMs, cadence, sentLog, nowMs, atMs = null, shown = digestEpisode } = input;
  if (isDayFull(sentLog, nowMs)) return null;
  const sections = selectDigestContent(unsentMatches(input.matches, sentLog), shown);
  if (sections.length === 0) return null;
  const pairs = Buffer.concat(sections.map(sectionPairs));
  return {
    digest: { uid, slotMs, cadence, sections, ...queuedProgress(nowMs, atMs) },
    sentLog: withDigest(sentLog, pairs, { digestId: digestId(uid, slotMs), atMs: nowMs }),
  };
}
