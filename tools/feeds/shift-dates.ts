import { DAY_MS } from '../../functions/src/contract/index.ts';
import type { FeedItem, FeedReading } from '../../functions/src/feeds/feed-model.ts';

const SPAN_MS = 28 * DAY_MS;

/** Items without a date come last, in the feed's order. */
function newestFirst(left: FeedItem, right: FeedItem): number {
  if (left.publishedAtMs === right.publishedAtMs) return 0;
  return (right.publishedAtMs ?? -Infinity) - (left.publishedAtMs ?? -Infinity);
}

/**
 * Spreads an old feed's items evenly over the 28 days before `now` (epoch milliseconds), in order of their
 * dates.
 */
export function shiftDates(reading: FeedReading, now: number): FeedReading {
  if (reading.kind !== 'read') return reading;
  const items = reading.items.toSorted(newestFirst).map((item, index, { length }) => ({
    ...item,
    publishedAtMs: Math.round(now - ((index + 0.5) / length) * SPAN_MS),
  }));
  return { ...reading, items };
}
