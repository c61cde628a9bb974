/** `left` is the number of remaining units. */
export type RateDecision =
  { allowed: true; left: number } | { allowed: false; retryAfterMs: number };

export interface RateWindow {
  /** Max units per client within any `windowMs` milliseconds. A simple call uses one unit. */
  limit: number;
  windowMs: number;
}

/**
 * Sliding-window rate limit for concurrent calls of a client. A refused call uses no units; a call uses at most
 * the whole limit. Future times come from other clocks: those less than `windowMs` ahead count as now, others are
 * ignored.
 * @param earlier Time of each used unit, as last returned in `taken`: epoch milliseconds, ascending.
 * @param wanted Units of each new call.
 */
export function countCalls(
  earlier: readonly number[],
  wanted: readonly number[],
  now: number,
  { limit, windowMs }: RateWindow,
): { decisions: RateDecision[]; taken: number[] } {
  const taken = countedTimes(earlier, now, windowMs);
  const decisions = wanted.map((asked): RateDecision => {
    const units = Math.min(asked, limit);
    const tooMany = taken.length + units - limit;
    // `tooMany` can exceed `units` after the limit was lowered.
    const blocking = tooMany > 0 ? taken[tooMany - 1] : undefined;
    if (blocking !== undefined) return { allowed: false, retryAfterMs: blocking + windowMs - now };
    for (let unit = 0; unit < units; unit += 1) taken.push(now);
    return { allowed: true, left: Math.max(0, limit - taken.length) };
  });
  return { decisions, taken };
}

function countedTimes(earlier: readonly number[], now: number, windowMs: number): number[] {
  if ((earlier.at(-1) ?? now) <= now) {
    // In the common case, no time is in the future, and expired times come first.
    const first = earlier.findIndex((at) => now - at < windowMs);
    return first < 0 ? [] : earlier.slice(first);
  }
  return earlier.filter((at) => Math.abs(now - at) < windowMs).map((at) => Math.min(at, now));
}
