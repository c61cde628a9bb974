import { DAY_MS } from '../../contract/index.ts';
import type { DatesAround } from '../../feeds/feed-model.ts';
import type { MatchedItem } from './match-items.ts';

export const RETENTION_MS = 35 * DAY_MS;
const FUTURE_TOLERANCE_MS = DAY_MS;

/** Age assigned to an undated episode. Alerts skip the episode, because they and their sent log look back less. */
const UNDATED_AGE_MS = 27 * DAY_MS;

/**
 * True if most dates of a feed are later than at the last fetch. Such a feed writes the time of the request as the
 * date, perhaps in another time zone, and has published nothing.
 * @param firstSeen Items with assigned times, by identity.
 */
export function haveDatesMoved(
  matched: readonly MatchedItem[],
  firstSeen: ReadonlyMap<string, number>,
  now: number,
): boolean {
  let [dated, moved] = [0, 0];
  for (const { item, identity, stored } of matched) {
    if (item.publishedAtMs === null || firstSeen.has(identity)) continue;
    dated += 1;
    // The same response may be stored twice. Items that it added the first time have not moved.
    if (stored === undefined || stored.ingestedAtMs >= now) continue;
    if (item.publishedAtMs > stored.publishedAtMs) moved += 1;
  }
  return moved > 1 && moved > dated / 2;
}

/**
 * Returns the publication time of an item. A date after the time when the item was first seen is ignored, and the
 * item keeps its time. `isUndated` is true without a date, and for an ignored date once the item is too old for
 * alerts. The time of an undated item is stored while the feed lists the item, so that it never appears as new.
 */
export function timeOfItem(
  { item, identity, stored }: MatchedItem,
  firstSeen: ReadonlyMap<string, number>,
  { now, haveMoved }: { now: number; haveMoved: boolean },
): { publishedAtMs: number; isUndated: boolean } {
  const { publishedAtMs: written } = item;
  const wasUndated = firstSeen.has(identity);
  const assignedMs = firstSeen.get(identity) ?? stored?.publishedAtMs;
  if (written !== null) {
    const isSeenLater = stored !== undefined && written <= stored.ingestedAtMs;
    const isTrusted = isSeenLater && (wasUndated || !haveMoved);
    if (assignedMs === undefined || written <= assignedMs || isTrusted)
      return { publishedAtMs: Math.min(written, now), isUndated: false };
  }
  // The stored time may be in the future if the clock has been put back since.
  const publishedAtMs = Math.min(assignedMs ?? timeOfUndated(item.around, now), now);
  // An episode that lost its date is still dated until it is too old for alerts.
  const hadDate = stored !== undefined && !wasUndated && !firstSeen.has(stored.identity);
  return { publishedAtMs, isUndated: !hadDate || publishedAtMs < now - UNDATED_AGE_MS };
}

/** Returns the time for an item without a readable date; recent only if the dates of adjacent items are recent. */
function timeOfUndated(around: DatesAround | undefined, now: number): number {
  const { afterMs = null, beforeMs = null } = around ?? {};
  return Math.min(afterMs ?? Math.min(beforeMs ?? now, now - UNDATED_AGE_MS), now);
}

/** @param writtenMs The date in the feed, which may be later than `publishedAtMs`. */
export function dateRefusal(
  publishedAtMs: number,
  now: number,
  writtenMs = publishedAtMs,
): 'future-date' | 'too-old' | null {
  if (writtenMs > now + FUTURE_TOLERANCE_MS) return 'future-date';
  if (publishedAtMs < now - RETENTION_MS) return 'too-old';
  return null;
}
