import { feedUrlOf } from '../../catalogue/store/new-episode.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { Digest, DigestSection } from './digest.ts';
import type { Pending } from './pending-document.ts';
import { keptOf } from './pending.ts';
import { shownIn } from './restore-pending.ts';
import { pairBytes, pairsIn } from './sent-log.ts';

/** Ids of shows that the operator blocked or that left the directory. */
export type BlockedShows = ReadonlySet<string>;

/** An episode that was restored from a digest without its facts has no item. Its show is unknown. */
function isBlocked({ item }: { item: string }, blocked: BlockedShows): boolean {
  return item !== '' && blocked.has(showIdOf(feedUrlOf({ item })));
}

/** Matches that are only counted remain counted, because their shows are unknown. */
export function withoutBlocked(pending: Pending, blocked: BlockedShows, nowMs: number): Pending {
  if (blocked.size === 0) return pending;
  const gone = new Set(
    Object.entries(pending.episodes).flatMap(([hash, each]) =>
      isBlocked(each, blocked) ? [hash] : [],
    ),
  );
  if (gone.size === 0) return pending;
  return keptOf(pending, {
    isKept: (_alertId, hash) => hash === undefined || !gone.has(hash),
    nowMs,
  });
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
    const isGone = shown.map(({ own }) => {
      const fact = facts[own];
      return fact !== undefined && isBlocked(fact, blocked);
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
