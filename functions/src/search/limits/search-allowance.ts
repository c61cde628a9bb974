import { COUNT_KEPT_SECONDS } from '../../contract/index.ts';
import type { Client } from '../../platform/clients/client.ts';
import { log } from '../../platform/log.ts';
import type { CountShared } from '../../platform/clients/firestore-rate-limit.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { RateDecision, RateWindow } from '../../platform/clients/count-call.ts';
import { createRateLimiter } from './rate-limiter.ts';

const WINDOW_MS = COUNT_KEPT_SECONDS * 1000;
/** Signed-in people behind one address who can all use their full allowance. */
const PEOPLE_AN_ADDRESS = 10;
/**
 * An untrusted relay gets the searches of this many clients, however many it claims to represent.
 */
const CLIENTS_A_RELAY = 10;
/** A search waits no longer than this to be counted. */
const SHARED_WITHIN_MS = 1_000;
/** After a failure, the shared count is not used for this long. */
const PAUSE_MS = 10_000;

export interface SearchClient extends Pick<Client, 'address'>, Partial<Pick<Client, 'relay'>> {
  /** Who is signed in, if the token proves it. */
  uid: string | null;
}

interface AllowanceOptions {
  /** Units per minute for a person, and for all visitors of one address together. */
  perMinute: number;
  /** Counts for all instances together; null: each counts on its own. */
  countShared: CountShared | null;
  now?: () => number;
}

/**
 * The counts that a call goes into, each with its limit: of the person or visitor, of the address,
 * and of the relay.
 */
function countsOf({ address, relay = null, uid }: SearchClient, perMinute: number) {
  const counts: [string, number][] =
    uid === null
      ? [[`visitors ${address}`, perMinute]]
      : [
          [`person ${uid}`, perMinute],
          [`members ${address}`, perMinute * PEOPLE_AN_ADDRESS],
        ];
  if (relay !== null) counts.push([`relay ${relay}`, perMinute * CLIENTS_A_RELAY]);
  return counts;
}

/**
 * Limits how often a client may search, in units (see `searchCost`; an ordinary search uses one).
 * Visitors share the count of their address. Signed-in people have a count of their own wherever
 * they call from, and an address allows {@link PEOPLE_AN_ADDRESS} of them.
 *
 * Each instance counts first, and refuses on its own; what it allows is then counted for all
 * instances together. If that fails or takes more than a second, the instance's own count decides:
 * a search never fails because it could not be counted.
 */
export function createSearchAllowance({
  perMinute,
  countShared,
  now = Date.now,
}: AllowanceOptions) {
  const own = createRateLimiter({ windowMs: WINDOW_MS });
  const countOne = countShared && serializePerClient(countShared);
  let pausedAt: number | null = null;

  function isPaused(at: number): boolean {
    return pausedAt !== null && Math.abs(at - pausedAt) < PAUSE_MS;
  }

  async function take(client: string, units: number, limit: number): Promise<RateDecision> {
    const at = now();
    const decision = own.take(client, units, at, limit);
    if (!decision.allowed || countOne === null || isPaused(at)) return decision;
    try {
      const shared = await withTimeout(SHARED_WITHIN_MS, () =>
        countOne(client, units, now, { limit, windowMs: WINDOW_MS }),
      );
      if (!shared.allowed) own.release(client, units, at);
      return shared;
    } catch (error) {
      if (!isPaused(at)) {
        log('warn', 'rate-limit-not-shared', { reason: error instanceof Error ? error.name : '' });
      }
      pausedAt = at;
      return decision;
    }
  }

  return async function allow(client: SearchClient, units = 1): Promise<RateDecision> {
    // A search of more than a minute's allowance uses all of it; otherwise it would never be
    // possible.
    const charged = Math.min(units, perMinute);
    for (const [name, limit] of countsOf(client, perMinute)) {
      const decision = await take(name, charged, limit);
      if (!decision.allowed) return decision;
    }
    return { allowed: true };
  };
}

interface Waiting {
  units: number;
  resolve: (decision: RateDecision) => void;
  reject: (error: unknown) => void;
}

/**
 * Counts single calls through `count`, one request at a time per client: calls that arrive during a
 * request are counted together in the next one. So a burst from one client makes two requests, not
 * a hundred that conflict.
 */
function serializePerClient(count: CountShared) {
  const waitingOf = new Map<string, Waiting[]>();

  async function settle(client: string, waiting: Waiting[], now: number, window: RateWindow) {
    try {
      const wanted = waiting.map(({ units }) => units);
      const decisions = await count(client, wanted, now, window);
      for (const [place, { resolve, reject }] of waiting.entries()) {
        const decision = decisions[place];
        if (decision) resolve(decision);
        else reject(new Error('A call was not counted'));
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  async function work(client: string, now: () => number, window: RateWindow): Promise<void> {
    for (;;) {
      const waiting = waitingOf.get(client)?.splice(0) ?? [];
      if (waiting.length === 0) break;
      await settle(client, waiting, now(), window);
    }
    waitingOf.delete(client);
  }

  return function countOne(
    client: string,
    units: number,
    now: () => number,
    window: RateWindow,
  ): Promise<RateDecision> {
    return new Promise((resolve, reject) => {
      const waiting = waitingOf.get(client);
      if (waiting) {
        waiting.push({ units, resolve, reject });
        return;
      }
      waitingOf.set(client, [{ units, resolve, reject }]);
      void work(client, now, window);
    });
  };
}
