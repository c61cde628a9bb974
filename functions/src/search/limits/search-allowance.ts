import { COUNT_KEPT_SECONDS } from '../../contract/index.ts';
import type { Caller } from '../../platform/callers/caller.ts';
import { log } from '../../platform/log.ts';
import type { CountShared } from '../../platform/callers/firestore-rate-limit.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { RateDecision } from '../../platform/callers/count-call.ts';
import { serializePerCaller } from './serialize-per-caller.ts';
import { createRateLimiter } from './rate-limiter.ts';

const WINDOW_MS = COUNT_KEPT_SECONDS * 1000;
/** So many signed-in people behind one address can search as much as each may. */
const PEOPLE_AN_ADDRESS = 10;
/** A relay that nobody vouches for has the searches of so many, however many it claims to speak for. */
const CALLERS_A_RELAY = 10;
/** A search waits no longer to be counted. */
const SHARED_WITHIN_MS = 1_000;
/** How long the shared count is left alone after it could not be had. */
const PAUSE_MS = 10_000;

export interface SearchCaller extends Pick<Caller, 'address'>, Partial<Pick<Caller, 'relay'>> {
  /** Who is signed in, where that is proven. */
  uid: string | null;
}

interface AllowanceOptions {
  /** Units a minute of a person, and of the visitors of one address together. */
  perMinute: number;
  /** Where all instances count together; null: each counts for itself. */
  countShared: CountShared | null;
  now?: () => number;
}

/** The counts a call goes into, each with its limit: the person's or visitor's, the address's, the relay's. */
function countsOf({ address, relay = null, uid }: SearchCaller, perMinute: number) {
  const counts: [string, number][] =
    uid === null
      ? [[`visitors ${address}`, perMinute]]
      : [
          [`person ${uid}`, perMinute],
          [`members ${address}`, perMinute * PEOPLE_AN_ADDRESS],
        ];
  if (relay !== null) counts.push([`relay ${relay}`, perMinute * CALLERS_A_RELAY]);
  return counts;
}

/**
 * How often one may search, in units that `searchUnits` tells: an ordinary search takes one. Visitors share the count of their address; somebody signed in has a
 * count of their own, wherever they call from, and an address is good for {@link PEOPLE_AN_ADDRESS}
 * of them. Each instance counts first and refuses without asking; what it would let through is then
 * counted for all instances together. When that fails or takes more than a second, the instance's
 * own count decides: a search never fails because it could not be counted.
 */
export function createSearchAllowance({
  perMinute,
  countShared,
  now = Date.now,
}: AllowanceOptions) {
  const own = createRateLimiter({ windowMs: WINDOW_MS });
  const countOne = countShared && serializePerCaller(countShared);
  let pausedAt: number | null = null;

  function isPaused(at: number): boolean {
    return pausedAt !== null && Math.abs(at - pausedAt) < PAUSE_MS;
  }

  async function take(caller: string, units: number, limit: number): Promise<RateDecision> {
    const at = now();
    const decision = own.take(caller, units, at, limit);
    if (!decision.allowed || countOne === null || isPaused(at)) return decision;
    try {
      const shared = await withTimeout(SHARED_WITHIN_MS, () =>
        countOne(caller, units, now, { limit, windowMs: WINDOW_MS }),
      );
      if (!shared.allowed) own.release(caller, units, at);
      return shared;
    } catch (error) {
      if (!isPaused(at)) {
        log('warn', 'rate-limit-not-shared', { reason: error instanceof Error ? error.name : '' });
      }
      pausedAt = at;
      return decision;
    }
  }

  return async function allow(caller: SearchCaller, units = 1): Promise<RateDecision> {
    // What takes more than a minute's allowance takes all of it: it must be possible at all.
    const charged = Math.min(units, perMinute);
    for (const [name, limit] of countsOf(caller, perMinute)) {
      const decision = await take(name, charged, limit);
      if (!decision.allowed) return decision;
    }
    return { allowed: true };
  };
}
