import { createHmac, timingSafeEqual } from 'node:crypto';
import { webUrl } from '../../contract/index.ts';

/** A ping may bring the whole feed; it is signed, but not read. */
export const MAX_PING_BYTES = 1_000_000;
/** What a subscription is asked for: the hub ends it then, unless it is renewed. Seconds. */
export const LEASE_SECONDS = 10 * 24 * 60 * 60;
const ALGORITHMS: ReadonlySet<string> = new Set(['sha1', 'sha256', 'sha384', 'sha512']);

/** The secrets of one subscription, made from a key that nobody else has. */
export interface SubscriptionKeys {
  /** Part of the callback's address, so that nobody else can confirm a subscription. */
  token: string;
  /** Signs what the hub sends. */
  secret: string;
}

export function subscriptionKeys(key: string, topic: string): SubscriptionKeys {
  const derived = (use: string) =>
    createHmac('sha256', key).update(`websub ${use} ${topic}`).digest('base64url');
  return { token: derived('token'), secret: derived('secret') };
}

export function isToken(given: unknown, { token }: SubscriptionKeys): boolean {
  if (typeof given !== 'string') return false;
  const [left, right] = [Buffer.from(given), Buffer.from(token)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Body of a request to subscribe. Source: https://www.w3.org/TR/websub/#subscriber-sends-subscription-request */
export function subscriptionRequest(topic: string, callback: string, secret: string): string {
  return new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.topic': topic,
    'hub.callback': callback,
    'hub.secret': secret,
    'hub.lease_seconds': String(LEASE_SECONDS),
  }).toString();
}

/**
 * A hub's question whether we asked for a subscription to this topic: what to answer and how long it holds,
 * seconds; null for any other question.
 */
export function confirmSubscription(
  query: URLSearchParams,
  topic: string,
): { challenge: string; leaseSeconds: number } | null {
  const challenge = query.get('hub.challenge') ?? '';
  if (query.get('hub.mode') !== 'subscribe' || query.get('hub.topic') !== topic) return null;
  if (!/^[\x21-\x7e]{1,512}$/.test(challenge)) return null;
  const seconds = Number(query.get('hub.lease_seconds') ?? LEASE_SECONDS);
  if (!Number.isFinite(seconds) || seconds <= 0) return null;
  return { challenge, leaseSeconds: Math.min(seconds, LEASE_SECONDS) };
}

/** Whether a header `X-Hub-Signature` signs this body with this secret. */
export function isSigned(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const [algorithm = '', signature = ''] = (header ?? '').split('=', 2);
  if (!ALGORITHMS.has(algorithm)) return false;
  const expected = createHmac(algorithm, secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The addresses that a `Link` header names as the topic (`rel="self"`): those of the feeds that changed. */
export function topicsOf(links: string): string[] {
  const found = [...links.matchAll(/<([^<>\s]{1,2000})>([^<,]*)/g)];
  return found.flatMap(([, address = '', parameters = '']) => {
    const [, relations = ''] = /;\s*rel\s*=\s*"?([a-z\s]{1,100})/i.exec(parameters) ?? [];
    if (!relations.toLowerCase().split(/\s+/).includes('self')) return [];
    return webUrl(address)?.href ?? [];
  });
}
