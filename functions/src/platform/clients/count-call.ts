export type RateDecision = { allowed: true } | { allowed: false; retryAfterMs: number };

export interface RateWindow {
  /**
   * Units that one client may use within any `windowMs` milliseconds; an ordinary call uses one.
   */
  limit: number;
  windowMs: number;
}

/**
 * Decides which of several simultaneous calls a client may make at `now`, and which units to
 * remember. `wanted` holds the units of each call, `earlier` the time of each unit used before
 * (epoch milliseconds), as `taken` was answered then: in ascending order.
 *
 * A refused call uses no units, and a smaller one after it may still be allowed. A call of more
 * units than the limit uses the whole limit. A time in the future comes from a clock that was set
 * back, or from another instance's clock: if it is less than `windowMs` ahead, the unit counts as
 * used just now, otherwise it is forgotten. No wait is longer than `windowMs`.
 */
export function countCalls(
  earlier: readonly number[],
  wanted: readonly number[],
  now: number,
  { limit, windowMs }: RateWindow,
): { decisions: RateDecision[]; taken: number[] } {
  const taken = stillCounted(earlier, now, windowMs);
  const decisions = wanted.map((asked): RateDecision => {
    const units = Math.min(asked, limit);
    const tooMany = taken.length + units - limit;
    // After the limit was lowered, these can be more than the call's own units.
    const blocking = tooMany > 0 ? taken[tooMany - 1] : undefined;
    if (blocking !== undefined) return { allowed: false, retryAfterMs: blocking + windowMs - now };
    for (let unit = 0; unit < units; unit += 1) taken.push(now);
    return { allowed: true };
  });
  return { decisions, taken };
}

function stillCounted(earlier: readonly number[], now: number, windowMs: number): number[] {
  if ((earlier.at(-1) ?? now) <= now) {
    // The usual case, and cheap where somebody may call often: the oldest are gone, the others stay.
    const first = earlier.findIndex((at) => now - at < windowMs);
    return first < 0 ? [] : earlier.slice(first);
  }
  return earlier.filter((at) => Math.abs(now - at) < windowMs).map((at) => Math.min(at, now));
}
