import { sectionPairs } from '../outbox/sent-pairs.ts';
import { type AlertMatches, selectDigestContent } from './select-digest-content.ts';
import { type Digest, digestId } from '../outbox/digest.ts';
import { queuedProgress } from '../outbox/digest-progress.ts';
import { digestsOfDay, type SentLog, withDigest } from '../outbox/sent-log.ts';
import { digestEpisode, type ShownEpisode } from './digest-episodes.ts';
import { unsentMatches } from './unsent-matches.ts';

/** Digests a person gets within a day of UTC at the most. */
export const MAX_DIGESTS_A_DAY = 24;

/** What a digest is planned from: who it is for, when it was due, and what may be new. */
export interface DigestInput extends Pick<Digest, 'uid' | 'slotMs' | 'cadence'> {
  /** One for each keyword, episodes already told included. */
  matches: readonly AlertMatches[];
  sentLog: SentLog;
  nowMs: number;
  /** When it is to be mailed, if not at once; epoch milliseconds. */
  atMs?: number | null;
  /** How an episode is shown; each is made by itself unless given. */
  shown?: ShownEpisode;
}

/** Whether the person has got as many digests on this day as they may. */
export function isDayFull(sentLog: SentLog, nowMs: number): boolean {
  return digestsOfDay(sentLog, nowMs) >= MAX_DIGESTS_A_DAY;
}

/**
 * The digest of everything the sent log does not know of, with the sent log as it is then; null when
 * there is nothing to tell, and when the day's digests are used up (then it stays untold).
 * Everything in it counts as told, be it shown or only counted.
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
