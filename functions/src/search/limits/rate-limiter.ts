import { AppError } from '../../platform/app-error.ts';
import { type Client, limitsOf } from '../../platform/clients/client.ts';
import {
  countCalls,
  type RateDecision,
  type RateWindow,
} from '../../platform/clients/count-call.ts';

export interface RateLimiter {
  /** Counts `units`, or returns the wait if they exceed `limit`. `now` is in epoch ms. */
  take(client: string, units: number, now: number, limit: number): RateDecision;
  release(client: string, units: number, at: number): void;
}

interface RateLimiterOptions extends Pick<RateWindow, 'windowMs'> {
  /** Max clients in memory; the least recently active is dropped first. */
  maxClients?: number;
  /** Max units in memory for all clients together; each unit takes 8 bytes. */
  maxCalls?: number;
}

/** Sliding window per client and process: n instances allow n times as much. Refused calls are free. */
export function createRateLimiter({
  windowMs,
  maxClients = 10_000,
  maxCalls = 200_000,
}: RateLimiterOptions): RateLimiter {
  // Insertion order is the order of last use: the first key is the least recently active client.
  const callsOf = new Map<string, number[]>();
  let remembered = 0;

  function remember(client: string, calls: number[]): void {
    forget(client);
    callsOf.set(client, calls);
    remembered += calls.length;
    for (const [quietest] of callsOf) {
      if (callsOf.size <= maxClients && remembered <= maxCalls) return;
      forget(quietest);
    }
  }

  function forget(client: string): void {
    remembered -= callsOf.get(client)?.length ?? 0;
    callsOf.delete(client);
  }

  return {
    take(client, units, now, limit) {
      const earlier = callsOf.get(client) ?? [];
      const { decisions, taken } = countCalls(earlier, [units], now, { limit, windowMs });
      remember(client, taken);
      return decisions[0] ?? { allowed: true, left: limit };
    },
    release(client, units, at) {
      const calls = callsOf.get(client);
      const index = calls?.indexOf(at) ?? -1;
      if (calls === undefined || index < 0) return;
      remembered -= calls.splice(index, Math.min(units, calls.lastIndexOf(at) - index + 1)).length;
    },
  };
}

/**
 * If `client` relies on a proxy's unproven claim, also counts the call for that proxy. Throws 'rate-limited'.
 * @returns Takes the call back.
 */
export function takeCall(
  limiter: RateLimiter,
  client: Client,
  now: number,
  limit: number,
  refusal = 'too many calls',
): () => void {
  const limits = limitsOf(client, limit);
  for (const [name, most] of limits) {
    const decision = limiter.take(name, 1, now, most);
    if (!decision.allowed) throw new AppError('rate-limited', refusal, decision);
  }
  return () => limits.forEach(([name]) => limiter.release(name, 1, now));
}
