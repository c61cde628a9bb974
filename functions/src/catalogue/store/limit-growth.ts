import type { DropReason } from '../../feeds/feed-model.ts';
import type { EpisodeRow } from '../schema/episode-row.ts';
import type { StoredEpisode } from './match-items.ts';
import type { StorePlan } from './store-plan.ts';

export interface FeedRoom {
  /** Max new episodes to store now. */
  newItems: number;
  /** Max episodes of the feed. Beyond it the newest replace the oldest. */
  episodes: number;
  /** Reason to leave out what exceeds `episodes`. */
  beyond?: GrowthLimit;
}

export const GROWTH_LIMITS = [
  'over-day-limit',
  'over-follower-limit',
  'no-followers',
  'catalogue-full',
] as const satisfies readonly DropReason[];
/** Reasons to leave out items that can be stored later, without a change of the feed. */
export const STORED_LATER: readonly DropReason[] = [
  'future-date',
  'over-day-limit',
  'no-followers',
  'catalogue-full',
];
type GrowthLimit = (typeof GROWTH_LIMITS)[number];

/**
 * Removes from the plan what the feed may not store: the newest new episodes are stored, and the oldest of all
 * episodes make room for them. Returns the new episodes that are stored, and the number of those that are recent
 * enough to be stored, today or later.
 * @param fresh The plan's new episodes, oldest first.
 */
export function limitGrowth(
  plan: StorePlan,
  fresh: readonly EpisodeRow[],
  stored: readonly StoredEpisode[],
  { newItems, episodes, beyond = 'over-follower-limit' }: FeedRoom,
): { kept: readonly EpisodeRow[]; wanted: number } {
  const today = new Set(fresh.slice(Math.max(0, fresh.length - newItems)));
  const isFresh = new Set(fresh);
  const removed = new Set(plan.remove);
  const all: { publishedAtMs: number; id?: number; row?: EpisodeRow }[] = [
    ...stored.filter(({ id }) => !removed.has(id)),
    ...plan.insert.filter((row) => !isFresh.has(row)).map((row) => ({ ...row, row })),
    ...Array.from(today, (row) => ({ ...row, row })),
  ].sort((left, right) => left.publishedAtMs - right.publishedAtMs);
  const excess = all.splice(0, Math.max(0, all.length - episodes));
  const ids = new Set(excess.flatMap(({ id }) => id ?? []));
  const kept = new Set(all.flatMap(({ row }) => row ?? []));
  const oldestMs = excess.length === 0 ? -Infinity : (all[0]?.publishedAtMs ?? Infinity);
  const wanted = fresh.filter(({ publishedAtMs }) => publishedAtMs >= oldestMs).length;

  const { outcome } = plan;
  for (const row of plan.insert) {
    if (kept.has(row)) continue;
    forget(plan, row.identity);
    if (!isFresh.has(row)) continue;
    outcome.new -= 1;
    const reason = row.publishedAtMs >= oldestMs && !today.has(row) ? 'over-day-limit' : beyond;
    outcome.dropped[reason] = (outcome.dropped[reason] ?? 0) + 1;
  }
  plan.insert = plan.insert.filter((row) => kept.has(row));
  for (const { id, identity } of stored) {
    if (!ids.has(id)) continue;
    plan.remove.push(id);
    forget(plan, identity);
  }
  plan.update = plan.update.filter(({ id }) => !ids.has(id));
  return { kept: fresh.filter((row) => kept.has(row)), wanted };
}

function forget({ transcripts, chapterFiles }: StorePlan, identity: string): void {
  transcripts.delete(identity);
  chapterFiles.delete(identity);
}
