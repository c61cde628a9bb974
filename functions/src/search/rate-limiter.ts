type RateDecision = { allowed: true } | { allowed: false; retryAfterMs: number };

export interface RateLimiter {
  /** Counts one call of `caller` at `now` (epoch ms), or says how long it must wait. */
  take(caller: string, now: number): RateDecision;
}

interface RateLimiterOptions {
  limit: number;
  windowMs: number;
  /** Most callers remembered at once; beyond it the one that has been quiet longest is forgotten. */
  maxCallers?: number;
}

/**
 * At most `limit` calls of one caller within any `windowMs`. A refused call does not count. Holds for
 * this process alone: with n instances a caller may get n times as much.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { limit, windowMs, maxCallers = 10_000 } = options;
  // Insertion order is order of last use, so the first key is the quietest caller.
  const callsOf = new Map<string, number[]>();
  return {
    take(caller, now) {
      const calls = (callsOf.get(caller) ?? []).filter((at) => at > now - windowMs);
      const oldest = calls[0];
      const allowed = calls.length < limit || oldest === undefined;
      if (allowed) calls.push(now);
      callsOf.delete(caller);
      callsOf.set(caller, calls);
      if (callsOf.size > maxCallers) {
        const [quietest] = callsOf.keys();
        if (quietest !== undefined) callsOf.delete(quietest);
      }
      return allowed ? { allowed } : { allowed, retryAfterMs: oldest + windowMs - now };
    },
  };
}
