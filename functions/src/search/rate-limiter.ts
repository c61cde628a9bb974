import { countCalls, decisionOf, type RateDecision, type RateWindow } from './count-call.ts';

export interface RateLimiter {
  /** Counts one call of `caller` at `now` (epoch ms), or says how long it must wait. */
  take(caller: string, now: number, limit: number): RateDecision;
  /** Takes back a call that was counted and then not made. */
  release(caller: string, at: number): void;
}

interface RateLimiterOptions extends Pick<RateWindow, 'windowMs'> {
  /** Most callers remembered at once; beyond it the one that has been quiet longest is forgotten. */
  maxCallers?: number;
  /** Most calls remembered at once, of all callers together; 8 bytes each. */
  maxCalls?: number;
}

/**
 * At most `limit` calls of one caller within any `windowMs`. A refused call does not count. Holds for
 * this process alone: with n instances a caller may get n times as much.
 */
export function createRateLimiter({
  windowMs,
  maxCallers = 10_000,
  maxCalls = 200_000,
}: RateLimiterOptions): RateLimiter {
  // Insertion order is order of last use, so the first key is the quietest caller.
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
    take(caller, now, limit) {
      const earlier = callsOf.get(caller) ?? [];
      const counted = countCalls(earlier, 1, now, { limit, windowMs });
      remember(caller, counted.calls);
      return decisionOf(counted);
    },
    release(caller, at) {
      const calls = callsOf.get(caller);
      const place = calls?.indexOf(at) ?? -1;
      if (place < 0) return;
      calls?.splice(place, 1);
      remembered -= 1;
    },
  };
}
