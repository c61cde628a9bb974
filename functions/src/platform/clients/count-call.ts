/** `left`: units that the client may still use now. */
export type RateDecision =
  { allowed: true; left: number } | { allowed: false; retryAfterMs: number };

export interface RateWindow {
  /** Units per client within any `windowMs` milliseconds; an ordinary call uses one. */
  limit: number;
  windowMs: number;
}

/**
 * Sliding-window rate limit for concurrent calls of a client. `wanted`: units per call. `earlier`: the time
 * of each unit used before (epoch milliseconds, ascending), as last returned in `taken`. A refused call uses
 * no units; a call uses at most the whole limit. Times in the future stem from other clocks: less than
 * `windowMs` ahead they count as now, later ones are ignored.
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
    // After the limit was lowered, more units than it allows may be used, so that `tooMany` exceeds `units`.
    const blocking = tooMany > 0 ? taken[tooMany - 1] : undefined;
    if (blocking !== undefined) return { allowed: false, retryAfterMs: blocking + windowMs - now };
    for (let unit = 0; unit < units; unit += 1) taken.push(now);
    return { allowed: true, left: Math.max(0, limit - taken.length) };
  });
  return { decisions, taken };
}

function stillCounted(earlier: readonly number[], now: number, windowMs: number): number[] {
  if ((earlier.at(-1) ?? now) <= now) {
    // The common case of no time in the future: times are sorted, so that expired ones come first.
    const first = earlier.findIndex((at) => now - at < windowMs);
    return first < 0 ? [] : earlier.slice(first);
  }
  return earlier.filter((at) => Math.abs(now - at) < windowMs).map((at) => Math.min(at, now));
}
