export type RateDecision = { allowed: true } | { allowed: false; retryAfterMs: number };

export interface RateWindow {
  /** Calls of one caller within any `windowMs` milliseconds. */
  limit: number;
  windowMs: number;
}

/** How many of several calls made at once are allowed, and when a next one would be. */
export interface CountedCalls {
  allowed: number;
  retryAfterMs: number;
}

/**
 * How many of `wanted` calls a caller with these earlier ones (epoch milliseconds) may make at
 * `now`, and the calls to remember. A refused call does not count. A time ahead of now comes from a
 * clock that was put back since, or another instance's: by less than the window, the call counts as
 * made just now; by more, it is forgotten. Nobody waits longer than `windowMs`.
 */
export function countCalls(
  earlier: readonly number[],
  wanted: number,
  now: number,
  { limit, windowMs }: RateWindow,
): CountedCalls & { calls: number[] } {
  const recent = earlier
    .filter((at) => Math.abs(now - at) < windowMs)
    .map((at) => Math.min(at, now))
    .sort((a, b) => a - b);
  const allowed = Math.min(wanted, Math.max(0, limit - recent.length));
  const calls = [...recent, ...Array<number>(allowed).fill(now)];
  // Where the limit has been lowered meanwhile, more than one call has to run out.
  const blocking = calls[calls.length - limit];
  return { allowed, calls, retryAfterMs: blocking === undefined ? 0 : blocking + windowMs - now };
}

/** The decision on one call. */
export function decisionOf({ allowed, retryAfterMs }: CountedCalls): RateDecision {
  return allowed > 0 ? { allowed: true } : { allowed: false, retryAfterMs };
}
