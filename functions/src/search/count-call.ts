export type RateDecision = { allowed: true } | { allowed: false; retryAfterMs: number };

export interface RateWindow {
  /** Calls of one caller within any `windowMs` milliseconds. */
  limit: number;
  windowMs: number;
}

/**
 * Whether a caller with these earlier calls (epoch milliseconds) may make one more at `now`, and the
 * calls to remember. A refused call does not count. A time ahead of now comes from a clock that was
 * put back since, or another instance's: by less than the window, the call counts as made just now;
 * by more, it is forgotten. Nobody waits longer than `windowMs`.
 */
export function countCall(
  earlier: readonly number[],
  now: number,
  { limit, windowMs }: RateWindow,
): { decision: RateDecision; calls: number[] } {
  const calls = earlier
    .filter((at) => Math.abs(now - at) < windowMs)
    .map((at) => Math.min(at, now))
    .sort((a, b) => a - b);
  // Where the limit has been lowered meanwhile, more than one call has to run out.
  const blocking = calls[calls.length - limit];
  if (blocking === undefined) return { decision: { allowed: true }, calls: [...calls, now] };
  return { decision: { allowed: false, retryAfterMs: blocking + windowMs - now }, calls };
}
