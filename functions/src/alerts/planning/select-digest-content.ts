import { alertFields, MAX_ALSO_IN } from '../../contract/index.ts';
import type { NewEpisode } from '../../catalogue/new-episode.ts';
import { equalShare } from '../../mail/digest/equal-share.ts';
import type { DigestSection } from '../outbox/digest.ts';
import type { ShownEpisode } from './digest-episodes.ts';
import { keyHash, pairBytes } from '../outbox/sent-log.ts';
import type { KeywordMatches } from '../matching/newest-matches.ts';
import type { SavedKeyword } from '../matching/saved-keywords.ts';

/** One keyword of a person and what may be new for it. */
export interface AlertMatches extends KeywordMatches {
  saved: SavedKeyword;
  /** The keyword in its normal form. */
  normalized: string;
}

/** An episode to be told, and the other shows that have it. */
export interface UnsentEpisode {
  episode: NewEpisode;
  alsoIn: ReadonlySet<string>;
}

/** One keyword of a person and what a digest tells of it. */
export interface UnsentMatches extends Pick<AlertMatches, 'saved' | 'normalized'> {
  /** At least one; in any order. */
  episodes: readonly UnsentEpisode[];
  /** How many more there are. */
  moreCount: number;
  /** What they are known by, as `keyHash` makes it. */
  keys: readonly string[];
}

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
export function selectDigestContent(
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

/** The same for all copies of an episode. */
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
