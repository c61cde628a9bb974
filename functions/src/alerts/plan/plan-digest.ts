import { shownFor } from '../match/episode-ground.ts';
import { type Digest, digestId, type DigestSection } from '../outbox/digest.ts';
import { queuedProgress } from '../outbox/digest-progress.ts';
import {
  digestsOfDay,
  HASH_BYTES,
  keyHash,
  pairBytes,
  sectionPairs,
  type SentLog,
  withDigest,
} from '../outbox/sent-log.ts';
import type { ShowEpisode } from './digest-episodes.ts';
import {
  type AlertMatches,
  countIn,
  type MatchedFacts,
  type UnsentEpisode,
  type UnsentMatches,
  unsentMatches,
} from './unsent-matches.ts';
import { alertFields, MAX_ALSO_IN } from '../../contract/index.ts';
import { type EpisodeFacts, feedUrlOf } from '../../catalogue/store/new-episode.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { strongestFirst } from '../../catalogue/answers/rank-by-strength.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import { equalShare } from '../../delivery/mail/digest/equal-share.ts';

/** Further episodes are only counted. */
export const MAX_SECTION_EPISODES = 20;
/** Even beyond this limit, at least one episode per keyword is shown. */
export const MAX_DIGEST_EPISODES = 60;
/** Candidates inspected per shown episode, because episodes about the keyword are shown first. */
const LOOKED_AT = 3;
/** Beyond this limit, episodes that are only counted are logged without the keys of their duplicates. */
const MAX_KEY_BYTES = 300_000;
/** Max bytes of episodes, keys and ids. A Firestore document holds 1 MiB, and keywords take up to 120 kB. */
const MAX_BYTES = 700_000;
/** An id of 20 characters and its length. */
const MATCH_ID_BYTES = 21;

/**
 * Episodes about the keyword come first, and so do sections that have such episodes. Otherwise the newest
 * come first. Beyond {@link MAX_DIGEST_EPISODES} all keywords get an equal share. Beyond {@link MAX_BYTES}
 * the last sections only have a count.
 */
function selectDigestContent<E extends EpisodeFacts>(
  matches: readonly UnsentMatches<E>[],
  shownEpisode: ShowEpisode<E>,
): DigestSection[] {
  const share = equalShare(
    matches.map(({ episodes }) => episodes.length),
    MAX_DIGEST_EPISODES,
  );
  const shownOfEach = Math.min(Math.max(share, 1), MAX_SECTION_EPISODES);
  const isEachKeyLogged = keyBytesOf(matches) <= MAX_KEY_BYTES;
  const sections = matches
    .map(({ saved, normalized, episodes, counts }) => {
      const newestFirst = [...episodes].sort(byNewest);
      const lookedAt = newestFirst.slice(0, LOOKED_AT * shownOfEach).map((unsent) => {
        const { episode, alsoIn } = unsent;
        const rendered = shownEpisode(episode, shownFor(saved, normalized));
        const also = alsoIn.size > 0 ? { alsoIn: [...alsoIn].slice(0, MAX_ALSO_IN) } : {};
        return { unsent, shown: { ...rendered, ...also, ...matchOf(episode) } };
      });
      const ordered = strongestFirst(lookedAt, ({ shown: { strength } }) => strength === 'about');
      const shown = ordered.slice(0, shownOfEach);
      const listed = shown.map(({ unsent }) => unsent);
      const counted = newestFirst.filter((unsent) => !listed.includes(unsent));
      return {
        alertId: saved.alertId,
        ...alertFields(saved),
        episodes: shown.map((each) => each.shown),
        moreCount: countIn(counts) + episodes.length - shown.length,
        episodeIds: pairBytes([...listed, ...counted].map(({ episode }) => episodeId(episode))),
        // Keys of all episodes, which leave the sent log if the digest is not mailed.
        keys: pairBytes([
          ...listed.flatMap(({ keys }) => [...keys]),
          ...counted.flatMap(({ keys }) => [...keys].slice(0, isEachKeyLogged ? undefined : 1)),
        ]),
        keyCounts: listed.map(({ keys }) => keys.size),
        matches: [...listed, ...counted].flatMap(({ matches }) => matches),
        counts: Object.fromEntries(counts.map(({ id, count }) => [id, count])),
      };
    })
    .sort(
      (a, b) =>
        Number(isAnyAbout(b)) - Number(isAnyAbout(a)) ||
        newestOf(b) - newestOf(a) ||
        compareText(a.alertId, b.alertId),
    );
  return withinBytes(sections);
}

function keyBytesOf(matches: readonly UnsentMatches[]): number {
  return matches.reduce((sum, { keys }) => sum + keys.length * HASH_BYTES, 0);
}

function withinBytes(sections: readonly DigestSection[]): DigestSection[] {
  let bytes = sections.reduce((sum, section) => sum + bytesOfKeys(section), 0);
  return sections.map((section) => {
    bytes += Buffer.byteLength(JSON.stringify(section.episodes));
    if (bytes <= MAX_BYTES) return section;
    const moreCount = section.moreCount + section.episodes.length;
    return { ...section, episodes: [], keyCounts: [], moreCount };
  });
}

export function bytesOfKeys({ keys, episodeIds, matches = [] }: DigestSection): number {
  return keys.length + episodeIds.length + matches.length * MATCH_ID_BYTES;
}

/** Duplicates of an episode have the same id. */
export function episodeId({
  item,
  copies,
  episodeId: known,
}: EpisodeFacts & { episodeId?: string | undefined }): string {
  if (known !== undefined) return known;
  const group = copies?.group ?? null;
  return keyHash(group === null ? item : `copies ${group}`);
}

/** What the digest remembers of a match beside its texts. */
export function matchOf({
  item,
  match,
  foundAtMs,
  isRefused,
}: MatchedFacts): Partial<DigestEpisode> {
  return {
    ...(match !== undefined && { match }),
    ...(item !== '' && { show: showIdOf(feedUrlOf({ item })) }),
    ...(foundAtMs !== undefined && { foundAtMs }),
    ...(isRefused && { isRefused }),
  };
}

function byNewest({ episode: a }: UnsentEpisode, { episode: b }: UnsentEpisode): number {
  return b.pubDateMs - a.pubDateMs || compareText(a.item, b.item);
}

function isAnyAbout({ episodes: [first] }: DigestSection): boolean {
  return first?.strength === 'about';
}

function newestOf({ episodes }: DigestSection): number {
  return Math.max(0, ...episodes.map(({ pubDateMs }) => pubDateMs));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Max digests per person and UTC day. */
const MAX_DIGESTS_A_DAY = 24;

export interface DigestInput<E extends EpisodeFacts> extends Pick<
  Digest,
  'uid' | 'slotMs' | 'cadence'
> {
  matches: readonly AlertMatches<E>[];
  sentLog: SentLog;
  nowMs: number;
  atMs?: number | null;
  shown: ShowEpisode<E>;
}

export function isDayFull(sentLog: SentLog, nowMs: number): boolean {
  return digestsOfDay(sentLog, nowMs) >= MAX_DIGESTS_A_DAY;
}

/** Null if nothing is unsent. Counted episodes are logged as sent, too. */
export function planDigest<E extends EpisodeFacts>(
  input: DigestInput<E>,
): { digest: Digest; sentLog: SentLog } | null {
  const { uid, slotMs, cadence, sentLog, nowMs, atMs = null, shown } = input;
  const sections = selectDigestContent(unsentMatches(input.matches, sentLog), shown);
  if (sections.length === 0) return null;
  const pairs = Buffer.concat(sections.map(sectionPairs));
  return {
    digest: { uid, slotMs, cadence, sections, ...queuedProgress(nowMs, atMs) },
    sentLog: withDigest(sentLog, pairs, { digestId: digestId(uid, slotMs), atMs: nowMs }),
  };
}
