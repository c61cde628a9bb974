export type RateDecision = { allowed: true } | { allowed: false; retryAfterMs: number };

export interface RateWindow {
  /** Units one caller may take within any `windowMs` milliseconds; an ordinary call takes one. */
  limit: number;
  windowMs: number;
}

/**
 * Which of several calls made at once, each with the units it takes, a caller may make at `now`, and
 * the units to remember. `earlier` holds the time of each unit taken before (epoch milliseconds). A
 * refused call takes none, and a later one that still fits is allowed; a call of more units than the
 * limit takes the whole limit. A time ahead of now comes from a clock that was put back since, or
 * another instance's: by less than the window, the unit counts as taken just now; by more, it is
 * forgotten. Nobody waits longer than `windowMs`.
 */
export function countCalls(
  earlier: readonly number[],
  wanted: readonly number[],
  now: number,
  { limit, windowMs }: RateWindow,
): { decisions: RateDecision[]; taken: number[] } {
  const taken = earlier
    .filter((at) => Math.abs(now - at) < windowMs)
    .map((at) => Math.min(at, now))
    .sort((a, b) => a - b);
  const decisions = wanted.map((asked): RateDecision => {
    const units = Math.min(asked, limit);
    const tooMany = taken.length + units - limit;
    // Where the limit has been lowered meanwhile, these are more than the call's own units.
    const blocking = tooMany > 0 ? taken[tooMany - 1] : undefined;
    if (blocking !== undefined) return { allowed: false, retryAfterMs: blocking + windowMs - now };
    for (let unit = 0; unit < units; unit += 1) taken.push(now);
    return { allowed: true };
  });
  return { decisions, taken };
}
