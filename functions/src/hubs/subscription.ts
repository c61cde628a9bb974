import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';

/** Requested from hubs, and the longest lease that counts: every hub is asked again before it ends. */
export const LEASE_MS = 10 * DAY_MS;
/** Counts if the hub states none, which WebSub demands. */
const UNSTATED_LEASE_MS = DAY_MS;
/** Part of a lease after which it is renewed. */
const RENEWED_AFTER = 0.75;
/** A hub is not asked more often, however short its leases are. */
const LEAST_RENEWAL_MS = 6 * HOUR_MS;
/** Pause after an unanswered request; each further one multiplies it by 4, up to {@link LONGEST_PAUSE_MS}. */
const PAUSE_MS = HOUR_MS;
const LONGEST_PAUSE_MS = 7 * DAY_MS;
/** How long a hub is left alone that is gone (410) or has denied the subscription. */
const REFUSED_PAUSE_MS = 30 * DAY_MS;
/** Requests to end a subscription; after them it is only forgotten. */
const MAX_UNSUBSCRIBE_TRIES = 3;
/** Time between two fetches of a feed that its hub causes. Each fetch without news doubles it. */
const FETCH_GAP_MS = 5 * MINUTE_MS;
const LONGEST_GAP_MS = 6 * HOUR_MS;

const time = z.number().nullable();

/** A document of `hubSubscriptions`. Times are epoch milliseconds. */
export const subscriptionSchema = z.object({
  feedUrl: z.string(),
  hub: z.string(),
  topic: z.string(),
  /** Part of the callback's path that nobody can guess. */
  token: z.string(),
  /** Signs the hub's notifications. */
  secret: z.string(),
  /** False if the subscription is to end. */
  isWanted: z.boolean(),
  /** The last request to the hub, and its last answer to one: a verification or a denial. */
  askedAtMs: time,
  answeredAtMs: time,
  /** Requests since the last verification. */
  tries: z.number(),
  nextAskAtMs: z.number(),
  /** Null before the first verification and after a denial. */
  leaseEndsAtMs: time,
  /** When the feed becomes due because of a notification; null without one. */
  dueAtMs: time,
  /** When the feed was last fetched because of a notification. */
  fetchedAtMs: time,
  /** Consecutive fetches because of notifications that found nothing new. */
  vain: z.number(),
});

export type Subscription = z.infer<typeof subscriptionSchema>;
export type SubscriptionChange = Partial<Subscription>;

/** Written before the hub is asked, so that a crash cannot repeat requests. */
export function startAsking(
  { tries }: Subscription,
  now: number,
): Pick<Subscription, 'askedAtMs' | 'tries' | 'nextAskAtMs'> {
  const pauseMs = Math.min(PAUSE_MS * 4 ** Math.min(tries, 10), LONGEST_PAUSE_MS);
  return { askedAtMs: now, tries: tries + 1, nextAskAtMs: now + pauseMs };
}

export function afterGone(now: number): SubscriptionChange {
  return { nextAskAtMs: now + REFUSED_PAUSE_MS };
}

/** True if the hub need not be asked before an unwanted subscription is deleted. */
export function isOver({ isWanted, leaseEndsAtMs, tries }: Subscription, now: number): boolean {
  if (isWanted) return false;
  return (leaseEndsAtMs ?? 0) <= now || tries >= MAX_UNSUBSCRIBE_TRIES;
}

/** What a hub states in the query of its request to the callback. Undefined for a parameter that is missing or repeated. */
export interface HubQuery {
  mode: string | undefined;
  topic: string | undefined;
  challenge: string | undefined;
  leaseSeconds: string | undefined;
}

export type HubAnswer =
  /** The request is about nothing that we have asked for. */
  | { kind: 'unknown' }
  /** Null without a change. */
  | { kind: 'agreed'; challenge: string; change: SubscriptionChange | 'deleted' | null }
  | { kind: 'noted'; change: SubscriptionChange | 'deleted' | null };

/** Characters that hubs use for random texts, few enough that nobody can make us send a page or a script. */
const CHALLENGE = /^[\w.~+/=:-]{1,512}$/;

/**
 * Agrees only to the topic and the mode that we want. Only the first answer to each of our requests changes anything, so
 * that repeated requests cost no writes.
 */
export function answerHub(known: Subscription, query: HubQuery, now: number): HubAnswer {
  const { mode, topic, challenge = '' } = query;
  if (topic !== known.topic || known.askedAtMs === null) return { kind: 'unknown' };
  const isAnswered = known.answeredAtMs !== null && known.answeredAtMs >= known.askedAtMs;
  if (mode === 'denied') {
    if (!known.isWanted) return { kind: 'noted', change: 'deleted' };
    const denied = { leaseEndsAtMs: null, nextAskAtMs: now + REFUSED_PAUSE_MS };
    return { kind: 'noted', change: isAnswered ? null : { answeredAtMs: now, ...denied } };
  }
  const isAsked = mode === (known.isWanted ? 'subscribe' : 'unsubscribe');
  if (!isAsked || !CHALLENGE.test(challenge)) return { kind: 'unknown' };
  if (!known.isWanted) return { kind: 'agreed', challenge, change: 'deleted' };
  const change = isAnswered ? null : verified(query, now);
  return { kind: 'agreed', challenge, change };
}

function verified({ leaseSeconds = '' }: HubQuery, now: number): SubscriptionChange {
  const statedMs = /^\d{1,12}$/.test(leaseSeconds)
    ? Number(leaseSeconds) * 1000
    : UNSTATED_LEASE_MS;
  const leaseMs = Math.min(statedMs, LEASE_MS);
  return {
    answeredAtMs: now,
    tries: 0,
    leaseEndsAtMs: now + leaseMs,
    nextAskAtMs: now + Math.max(leaseMs * RENEWED_AFTER, LEAST_RENEWAL_MS),
  };
}

export function isActive({ isWanted, leaseEndsAtMs }: Subscription, now: number): boolean {
  return isWanted && leaseEndsAtMs !== null && leaseEndsAtMs > now;
}

/**
 * Returns when the feed becomes due after a notification. Null if it is due or will be: a flood of notifications costs
 * one fetch for each gap.
 */
export function dueAfterNotification(known: Subscription, now: number): number | null {
  if (known.dueAtMs !== null) return null;
  const gapMs = Math.min(FETCH_GAP_MS * 2 ** Math.min(known.vain, 20), LONGEST_GAP_MS);
  return Math.max(now, (known.fetchedAtMs ?? 0) + gapMs);
}
