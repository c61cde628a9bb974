import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { type ChannelState, PODPING_UNUSED } from '../store/wake-ups.ts';
import { LEASE_SECONDS, type SubscriptionKeys, subscriptionRequest } from './web-sub.ts';

const HUB_TIMEOUT_MS = 10_000;
/** A subscription is renewed when this is left of it. */
const RENEWED_BEFORE_MS = 3 * DAY_MS;
/** A hub that does not confirm is asked again after this time. */
const ASKED_EVERY_MS = HOUR_MS;

export interface Podping {
  hub: string;
  topic: string;
  /** Address of the endpoint, without the token. */
  callback: string;
  keys: SubscriptionKeys;
}

/** True if the hub is to be asked for a subscription. The position is when it was asked last. */
function isSubscriptionDue({ position, leaseUntilMs }: ChannelState, now: number): boolean {
  const askedAtMs = position === null || position > now ? -Infinity : position;
  const isLasting =
    leaseUntilMs > now + RENEWED_BEFORE_MS && leaseUntilMs <= now + LEASE_SECONDS * 1000;
  return !isLasting && now - askedAtMs >= ASKED_EVERY_MS;
}

/** Asks the hub for a subscription if it is due; the hub confirms it at the endpoint. */
export async function subscribeToPodping(
  catalogue: WritableCatalogue,
  { hub, topic, callback, keys }: Podping,
  now: number,
): Promise<void> {
  const known = (await catalogue.channels(now)).find(({ channel }) => channel === 'podping');
  const { leaseUntilMs } = known ?? PODPING_UNUSED;
  if (!isSubscriptionDue(known ?? PODPING_UNUSED, now)) return;
  const request = subscriptionRequest(topic, `${callback}?token=${keys.token}`, keys.secret);
  // Before the request: the hub may confirm while it is answering.
  await catalogue.recordChannel('podping', { position: now, leaseUntilMs, failure: null }, now);
  const failure = await askHub(hub, request);
  if (failure !== null)
    await catalogue.recordChannel('podping', { position: now, leaseUntilMs, failure }, now);
  log(failure === null ? 'info' : 'warn', 'podping-subscription-asked', { failure });
}

async function askHub(hub: string, body: string): Promise<string | null> {
  try {
    const answer = await fetch(hub, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(HUB_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? null : `The hub answered ${answer.status}.`;
  } catch {
    return 'The hub cannot be reached.';
  }
}
