import {
  countCalls,
  type RateDecision,
  type RateWindow,
} from '../../platform/callers/count-call.ts';

export interface RateLimiter {
  /** Counts one call of `caller` at `now` (epoch ms), or says how long to wait. */
  take(caller: string, units: number, now: number, limit: number): RateDecision;
  /** Takes back a call that was counted but not made. */
  release(caller: string, units: number, at: number): void;
}

interface RateLimiterOptions extends Pick<RateWindow, 'windowMs'> {
  /** Most callers remembered at once; beyond that, the least recently active one is forgotten. */
  maxCallers?: number;
  /** Most units remembered at once, of all callers together; 8 bytes each. */
  maxCalls?: number;
}

/**
 * Allows at most `limit` units per caller within any `windowMs`. Refused calls do not count. It
 * counts in this process only: with n instances, a caller may get n times as much.
 */
export function createRateLimiter({
  windowMs,
  maxCallers = 10_000,
  maxCalls = 200_000,
}: RateLimiterOptions): RateLimiter {
  // Insertion order is the order of last use, so the first key is the least recently active caller.
  const callsOf = new Map<string, number[]>();
  let remembered = 0;

  function remember(caller: string, calls: number[]): void {
    forget(caller);
    callsOf.set(caller, calls);
    remembered += calls.length;
    for (const [quietest] of callsOf) {
      if (callsOf.size <= maxCallers && remembered <= maxCalls) return;
      forget(quietest);
    }
  }

  function forget(caller: string): void {
    remembered -= callsOf.get(caller)?.length ?? 0;
    callsOf.delete(caller);
  }

  return {
    take(caller, units, now, limit) {
      const earlier = callsOf.get(caller) ?? [];
      const { decisions, taken } = countCalls(earlier, [units], now, { limit, windowMs });
      remember(caller, taken);
      return decisions[0] ?? { allowed: true };
    },
    release(caller, units, at) {
      const calls = callsOf.get(caller);
      const place = calls?.indexOf(at) ?? -1;
      if (calls === undefined || place < 0) return;
      // Units used at the same time are next to each other.
      remembered -= calls.splice(place, Math.min(units, calls.lastIndexOf(at) - place + 1)).length;
    },
  };
}
