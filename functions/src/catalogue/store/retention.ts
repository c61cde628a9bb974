import { DAY_MS } from '../../contract/index.ts';
import type { DatesAround } from '../../feeds/feed-model.ts';
import type { MatchedItem } from './match-items.ts';

/** How long an episode stays in the catalogue after its publication. */
export const RETENTION_MS = 35 * DAY_MS;
const FUTURE_TOLERANCE_MS = DAY_MS;

/** Age of an episode without a date. Alerts and their sent log look back less, so it is news to nobody. */
const UNDATED_AGE_MS = 27 * DAY_MS;

/**
 * True if most dates of a feed are later than before: it writes the time of the request, perhaps of another
 * time zone, and nothing was published.
 * @param firstSeen The items whose dates were not believed before, by identity.
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
    // The same reading may be stored twice: what it brought itself has not moved.
    if (stored === undefined || stored.ingestedAtMs >= now) continue;
    if (item.publishedAtMs > stored.publishedAtMs) moved += 1;
  }
  return moved > 1 && moved > dated / 2;
}

/**
 * The time at which an item counts as published. A date after the time when the item was first seen is not
 * believed: the item keeps the time that it has. `isUndated` is true for an item without a date, and for one
 * whose date is not believed once it is too old for alerts: its time is remembered as long as the feed lists
 * it, so that it never comes back as new.
 */
export function timeOfItem(
  { item, identity, stored }: MatchedItem,
  firstSeen: ReadonlyMap<string, number>,
  { now, haveMoved }: { now: number; haveMoved: boolean },
): { publishedAtMs: number; isUndated: boolean } {
  const { publishedAtMs: written } = item;
  const wasUndated = firstSeen.has(identity);
  const givenMs = firstSeen.get(identity) ?? stored?.publishedAtMs;
  if (written !== null) {
    const isSeenLater = stored !== undefined && written <= stored.ingestedAtMs;
    const isBelieved = isSeenLater && (wasUndated || !haveMoved);
    if (givenMs === undefined || written <= givenMs || isBelieved)
      return { publishedAtMs: Math.min(written, now), isUndated: false };
  }
  // The time may come from a clock that was ahead and has been put back since, so it is limited to now.
  const publishedAtMs = Math.min(givenMs ?? timeOfUndated(item.around, now), now);
  // An episode that had a date counts as dated even if its feed no longer gives the date, until it is too old
  // for alerts.
  const hadDate = stored !== undefined && !wasUndated && !firstSeen.has(stored.identity);
  return { publishedAtMs, isUndated: !hadDate || publishedAtMs < now - UNDATED_AGE_MS };
}

/**
 * The time that an item without a readable date gets when it is first seen. It is a recent time only if the
 * dates of neighbouring items say so.
 */
function timeOfUndated(around: DatesAround | undefined, now: number): number {
  const { afterMs = null, beforeMs = null } = around ?? {};
  return Math.min(afterMs ?? Math.min(beforeMs ?? now, now - UNDATED_AGE_MS), now);
}

/**
 * Why an episode of this date is dropped, or null.
 * @param writtenMs The date in the feed, which may be later.
 */
export function dateRefusal(
  publishedAtMs: number,
  now: number,
  writtenMs = publishedAtMs,
): 'future-date' | 'too-old' | null {
  if (writtenMs > now + FUTURE_TOLERANCE_MS) return 'future-date';
  if (publishedAtMs < now - RETENTION_MS) return 'too-old';
  return null;
}
