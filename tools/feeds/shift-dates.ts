import { DAY_MS } from '../../functions/src/contract/index.ts';
import type { FeedItem, FeedReading } from '../../functions/src/feeds/feed-model.ts';

const SPAN_MS = 28 * DAY_MS;

/** Newest first; items without a date come last, as the feed lists them. */
function newestFirst(left: FeedItem, right: FeedItem): number {
  if (left.publishedAtMs === right.publishedAtMs) return 0;
  return (right.publishedAtMs ?? -Infinity) - (left.publishedAtMs ?? -Infinity);
}

/**
 * For trying things out with an old feed: dates its items anew, in the same order, evenly over the
 * 28 days before `now` (epoch milliseconds).
 */
export function shiftDates(reading: FeedReading, now: number): FeedReading {
  if (reading.kind !== 'read') return reading;
  const items = reading.items.toSorted(newestFirst).map((item, place, { length }) => ({
    ...item,
    publishedAtMs: Math.round(now - ((place + 0.5) / length) * SPAN_MS),
  }));
  return { ...reading, items };
}
