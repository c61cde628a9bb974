import { COUNT_KEPT_SECONDS, countWords } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Client, ClientSource } from '../../platform/clients/client.ts';
import { log } from '../../platform/log.ts';
import type { CountShared } from '../../platform/clients/firestore-rate-limit.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { RateDecision, RateWindow } from '../../platform/clients/count-call.ts';
import { createRateLimiter } from './rate-limiter.ts';

const WINDOW_MS = COUNT_KEPT_SECONDS * 1000;
/** How many signed-in people of one address can use their full allowance. */
const PEOPLE_AN_ADDRESS = 10;
const SHARED_TIMEOUT_MS = 1_000;
/** How long an instance counts alone after the shared counter failed. */
const PAUSE_MS = 10_000;
/** Words per unit; most searches have fewer. */
const WORDS_A_UNIT = 10;

export interface SearchClient extends Pick<Client, 'address'>, Partial<Pick<Client, 'relay'>> {
  /** Id of a signed-in person with a verified token; null for visitors. */
  uid: string | null;
}

/** Returns units of the rate limit. */
export function searchCost(keywords: readonly string[]): number {
  return Math.max(1, Math.ceil(countWords(keywords.join(' ')) / WORDS_A_UNIT));
}

export interface SearchCall {
  /** Key in the fair queue: the client's address. */
  client: string;
  /** Charges the given units; default: {@link searchCost} of the keywords. */
  allow: (keywords: readonly string[], units?: number) => Promise<RateDecision>;
}

interface CallParts {
  clientOf: (request: ClientSource) => Client;
  /** Resolves when the shared counter is connected; null if there is no shared counter. */
  ready: Promise<void> | null;
  allow: (client: SearchClient, units: number) => Promise<RateDecision>;
}

export function createSearchCalls({ clientOf, ready, allow }: CallParts) {
  return function callOf(request: ClientSource, uid: string | null = null): SearchCall {
    const client = clientOf(request);
    return {
      client: client.address,
      async allow(keywords, units = searchCost(keywords)) {
        await ready;
        return allow({ ...client, uid }, units);
      },
    };
  };
}

export function requireAllowed(decision: RateDecision): void {
  if (!decision.allowed) {
    throw new AppError('rate-limited', 'too many searches within a minute', decision);
  }
}

interface AllowanceOptions {
  /** Units per minute for a person, and for all visitors of one address together. */
  perMinute: number;
  /** Names the visitors who share a counter, if another limit counts them, too; default `visitors`. */
  visitors?: string;
  /** Counts for all instances together. Null if each instance counts alone. */
  countShared: CountShared | null;
  now?: () => number;
}

function countsOf(
  { address, relay = null, uid }: SearchClient,
  perMinute: number,
  visitors: string,
) {
  const counts: [string, number][] =
    uid === null
      ? [[`${visitors} ${address}`, perMinute]]
      : [
          [`person ${uid}`, perMinute],
          [`members ${address}`, perMinute * PEOPLE_AN_ADDRESS],
        ];
  // The counter's former name stays that of the site's visitors.
  const relays = visitors === 'visitors' ? 'relay' : `${visitors} relay`;
  if (relay !== null) counts.push([`${relays} ${relay.address}`, perMinute * relay.clients]);
  return counts;
}

/**
 * Rate limit of searches. Visitors of one address share a counter; signed-in people have their own.
 * An instance counts alone first, and queries the shared counter only if it would allow the search.
 * If the shared counter fails or times out, the search is allowed.
 */
export function createSearchAllowance({
  perMinute,
  visitors = 'visitors',
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
      const shared = await withTimeout(SHARED_TIMEOUT_MS, () =>
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
    // A search that costs more than a minute's allowance takes all of it. Otherwise, it could never run.
    const charged = Math.min(units, perMinute);
    let left = perMinute;
    for (const [name, limit] of countsOf(client, perMinute, visitors)) {
      const decision = await take(name, charged, limit);
      if (!decision.allowed) return decision;
      left = Math.min(left, decision.left);
    }
    return { allowed: true, left };
  };
}

interface Waiting {
  units: number;
  resolve: (decision: RateDecision) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches calls that arrive while `count` runs, so that a burst makes two transactions instead of a hundred
 * conflicts.
 */
function serializePerClient(count: CountShared) {
  const waitingOf = new Map<string, Waiting[]>();

  async function settle(client: string, waiting: Waiting[], now: number, window: RateWindow) {
    try {
      const wanted = waiting.map(({ units }) => units);
      const decisions = await count(client, wanted, now, window);
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const decision = decisions[index];
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
