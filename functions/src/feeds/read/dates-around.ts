import { DAY_MS } from '../../contract/index.ts';
import type { DatesAround } from '../feed-model.ts';

/**
 * Bounds each missing date by the dates of its neighbours, in linear time. If no older neighbour has a date,
 * the feed's own date is also a bound.
 */
export function datesAround(
  dates: readonly (number | null)[],
  feedDateMs: number | null,
  now: number,
): (DatesAround | undefined)[] {
  const usable = dates.map((ms) => (ms === null || ms > now + DAY_MS ? null : ms));
  const above = lastBefore(usable);
  const below = lastBefore(usable.toReversed()).toReversed();
  const beginsNew = isNewestFirst(usable);
  const latestMs = feedDateMs === null || feedDateMs > now ? null : feedDateMs;
  return dates.map((date, at) => {
    if (date !== null) return undefined;
    const [before, after] = [above[at] ?? null, below[at] ?? null];
    if (before !== null && after !== null) {
      return { afterMs: Math.min(before, after), beforeMs: Math.max(before, after) };
    }
    const neighbour = before ?? after;
    // At the feed's old end, the only dated neighbour is newer, perhaps by years, so it is no lower bound.
    const isOlder = beginsNew === (before === null);
    return neighbour !== null && isOlder
      ? { afterMs: neighbour, beforeMs: null }
      : { afterMs: null, beforeMs: earlier(neighbour, latestMs) };
  });
}

function lastBefore(dates: readonly (number | null)[]): (number | null)[] {
  let last: number | null = null;
  return dates.map((date) => {
    const before = last;
    last = date ?? last;
    return before;
  });
}

/** Also true for fewer than two dates, because most feeds begin with their newest item. */
function isNewestFirst(dates: readonly (number | null)[]): boolean {
  const known = dates.filter((date) => date !== null);
  const steps = known.slice(1).map((date, at) => Math.sign(date - (known[at] ?? date)));
  return steps.reduce((total, step) => total + step, 0) <= 0;
}

function earlier(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
