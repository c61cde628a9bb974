import { feedUrlOf } from '../../catalogue/store/new-episode.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { type Digest, type DigestSection, shownIn } from './digest.ts';
import { pairBytes, pairsIn } from './sent-log.ts';
import { isTooOld, type Waiting, type WaitingCount, type WaitingMatch } from './waiting.ts';

/** Ids of shows that the operator blocked or that left the directory. */
export type BlockedShows = ReadonlySet<string>;

/** Splits off the ids of matches that are of blocked shows or too old to be sent. */
export function splitWaiting(
  { matches, counts }: Pick<Waiting, 'matches' | 'counts'>,
  { blocked, nowMs }: { blocked: BlockedShows; nowMs: number },
): Pick<Waiting, 'matches' | 'counts'> & { dropped: string[] } {
  // An episode without an item is of an unknown show.
  const isDropped = ({ episode }: WaitingMatch) =>
    isTooOld(episode.ingestedAtMs, nowMs) ||
    (blocked.size > 0 && episode.item !== '' && blocked.has(showIdOf(feedUrlOf(episode))));
  const dropped = matches.filter(isDropped).map(({ episode }) => episode.match);
  const isOld = ({ foundAtMs }: WaitingCount) => isTooOld(foundAtMs, nowMs);
  return {
    matches: dropped.length === 0 ? matches : matches.filter((each) => !isDropped(each)),
    counts: counts.filter((each) => !isOld(each)),
    dropped: [...dropped, ...counts.filter(isOld).map(({ id }) => id)],
  };
}

/** Omits episodes of blocked shows from a digest that was created before the block. They count as sent. */
export function withoutBlockedEpisodes(
  sections: readonly DigestSection[],
  facts: Digest['facts'] = {},
  blocked: BlockedShows,
): DigestSection[] {
  if (blocked.size === 0) return [...sections];
  return sections.flatMap((section) => {
    const shown = shownIn(section);
    const isGone = shown.map(({ own, episode: { show } }) => {
      const item = facts[own]?.item ?? '';
      const of = show ?? (item === '' ? undefined : showIdOf(feedUrlOf({ item })));
      return of !== undefined && blocked.has(of);
    });
    if (!isGone.includes(true)) return [section];
    const left = shown.filter((_, at) => isGone[at] !== true);
    if (left.length === 0 && section.moreCount === 0) return [];
    const ids = pairsIn(section.episodeIds);
    const keysOfShown = shown.reduce((sum, { keys }) => sum + keys.length, 0);
    return [
      {
        ...section,
        episodes: left.map(({ episode }) => episode),
        episodeIds: pairBytes(ids.filter((_, at) => isGone[at] !== true)),
        keys: pairBytes([
          ...left.flatMap(({ keys }) => keys),
          ...pairsIn(section.keys).slice(keysOfShown),
        ]),
        keyCounts: left.map(({ keys }) => keys.length),
      },
    ];
  });
}
