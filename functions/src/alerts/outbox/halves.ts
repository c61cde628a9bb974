import type { Digest, DigestSection } from './digest.ts';
import { queuedProgress } from './digest-progress.ts';
import { shownIn } from './restore-pending.ts';
import { pairBytes, pairsIn } from './sent-log.ts';

export interface StoredDigest {
  id: string;
  digest: Digest;
}

/** Id of the unit of all matches that are only counted; every other unit is an episode. */
const COUNTED = 'counted';

/**
 * Units into which a digest can be divided, oldest first. An episode that several alerts match is one unit;
 * the matches that are only counted come last.
 */
function unitsOf(sections: readonly DigestSection[]): string[] {
  const times = new Map<string, number>();
  for (const section of sections) {
    for (const { id, episode } of shownIn(section)) {
      times.set(id, Math.min(episode.pubDateMs, times.get(id) ?? Infinity));
    }
  }
  const units = [...times].sort(([a, aMs], [b, bMs]) => aMs - bMs || (a < b ? -1 : 1));
  const isAnyCounted = sections.some(({ moreCount }) => moreCount > 0);
  return [...units.map(([id]) => id), ...(isAnyCounted ? [COUNTED] : [])];
}

/** Whether a digest can be divided: not if it was stored before sections knew their episodes' keys. */
export function isDivisible({ sections }: Pick<Digest, 'sections'>): boolean {
  const areKeysKnown = sections.every(
    ({ keyCounts, episodes }) => keyCounts?.length === episodes.length,
  );
  return areKeysKnown && unitsOf(sections).length > 1;
}

/**
 * Two digests that replace one, with the older and the newer half of its episodes. Each has a new id, because
 * a receiver may remember the id that it refused.
 */
export function halvesOf(id: string, digest: Digest, nowMs: number): [StoredDigest, StoredDigest] {
  const units = unitsOf(digest.sections);
  const middle = Math.ceil(units.length / 2);
  const { uid, slotMs, cadence, channel, createdAtMs, half, facts } = digest;
  const halfOf = (number: number, some: readonly string[]): StoredDigest => ({
    id: halfIds(id)[number] ?? '',
    digest: {
      ...queuedProgress(nowMs),
      uid,
      slotMs,
      cadence,
      createdAtMs,
      sections: partOf(digest.sections, new Set(some)),
      ...(facts && { facts }),
      ...(channel && { channel: { id: channel.id, kind: channel.kind } }),
      half: half ?? { of: id, sinceMs: nowMs },
    },
  });
  return [halfOf(0, units.slice(0, middle)), halfOf(1, units.slice(middle))];
}

export function halfIds(id: string): string[] {
  return [`${id}-1`, `${id}-2`];
}

function partOf(sections: readonly DigestSection[], units: ReadonlySet<string>): DigestSection[] {
  const hasCounted = units.has(COUNTED);
  return sections.flatMap((section) => {
    const all = shownIn(section);
    const shown = all.filter(({ id }) => units.has(id));
    const isCounted = hasCounted && section.moreCount > 0;
    if (shown.length === 0 && !isCounted) return [];
    const countedFrom = all.reduce((sum, { keys }) => sum + keys.length, 0);
    const counted = isCounted
      ? {
          ids: pairsIn(section.episodeIds).slice(all.length),
          keys: pairsIn(section.keys).slice(countedFrom),
        }
      : { ids: [], keys: [] };
    return {
      ...section,
      episodes: shown.map(({ episode }) => episode),
      moreCount: isCounted ? section.moreCount : 0,
      episodeIds: pairBytes([...shown.map(({ id }) => id), ...counted.ids]),
      keys: pairBytes([...shown.flatMap(({ keys }) => keys), ...counted.keys]),
      keyCounts: shown.map(({ keys }) => keys.length),
    };
  });
}
