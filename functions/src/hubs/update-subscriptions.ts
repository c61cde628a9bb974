import pLimit from 'p-limit';
import { forgetHubsTold, hubsOf, recordHubTold, untoldHubs } from '../catalogue/queue/hub-feeds.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import type { FeedHub } from '../feeds/feed-model.ts';
import { errorName, log } from '../platform/log.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { askHub, canAsk, type HubAccess, type HubReply } from './ask-hub.ts';
import {
  changeSubscription,
  endSubscription,
  type StoredSubscription,
  subscriptionsToAsk,
  wantSubscription,
} from './firestore-subscriptions.ts';
import { afterGone, isOver, startAsking } from './subscription.ts';

/** Max requests to hubs per refresh. The next refresh sends the rest. */
const MAX_REQUESTS = 100;
const CONCURRENCY = 8;
/** The refresh stops waiting for Firestore and the hubs after these times. */
const CHANGES_TIMEOUT_MS = 60_000;
const REQUESTS_TIMEOUT_MS = 200_000;

interface Updating {
  now: number;
  signal?: AbortSignal | undefined;
}

/**
 * Stores which hubs feeds name since the last refresh, then asks the hubs for what is missing: first requests, renewals,
 * ends. Returns the number of changes. If Firestore is away, the next refresh continues; never rejects because of it.
 */
export async function updateSubscriptions(
  catalogue: WritableCatalogue,
  access: HubAccess,
  { now, signal }: Updating,
): Promise<number> {
  try {
    const changes = await withTimeout(CHANGES_TIMEOUT_MS, (late) =>
      storeChanges(catalogue, access, { now, signal: late }),
    );
    await withTimeout(
      REQUESTS_TIMEOUT_MS,
      (late) => askHubs(catalogue, access, { now, signal: late }),
      { parent: signal, late: () => undefined },
    );
    return changes;
  } catch (error) {
    if (catalogue.isDamaged(error)) throw error;
    log('warn', 'hubs-not-asked', { reason: errorName(error) });
    return 0;
  }
}

async function storeChanges(
  catalogue: WritableCatalogue,
  access: HubAccess,
  { now, signal }: Updating,
): Promise<number> {
  const changes = await catalogue.read(() => untoldHubs(now));
  for (const { url, named, told } of changes) {
    if (signal?.aborted) break;
    if (told !== null) await endSubscription(url, told, now);
    if (named !== null && canAsk(named.hub, access)) await wantSubscription(url, named, now);
    await catalogue.write(() => recordHubTold(url, named, now));
  }
  return changes.length;
}

async function askHubs(
  catalogue: WritableCatalogue,
  access: HubAccess,
  { now, signal }: Updating,
): Promise<void> {
  const due = await subscriptionsToAsk(access.asksAlways ? Infinity : now, MAX_REQUESTS);
  if (due.length === 0) return;
  const hubs = await catalogue.read(() => hubsOf(due.map(({ feedUrl }) => feedUrl)));
  const isDropped = (each: StoredSubscription) => {
    const named = hubs.get(each.feedUrl);
    return each.isWanted && named !== undefined && !isSame(named, each);
  };
  const dropped = due.filter(isDropped);
  if (dropped.length > 0) {
    await catalogue.write(() => forgetHubsTold(dropped.map(({ feedUrl }) => feedUrl)));
  }
  const limit = pLimit(CONCURRENCY);
  const replies = await Promise.all(
    due.map((each) =>
      limit(() => {
        const isWanted = each.isWanted && !isDropped(each);
        return signal?.aborted ? 'stopped' : ask({ ...each, isWanted }, access, now);
      }),
    ),
  );
  const counts: Partial<Record<(typeof replies)[number], number>> = {};
  for (const reply of replies) counts[reply] = (counts[reply] ?? 0) + 1;
  log('info', 'hubs-asked', counts);
}

function isSame(named: FeedHub | null, { hub, topic }: FeedHub): boolean {
  return named?.hub === hub && named.topic === topic;
}

/** @param subscription Unwanted if the catalogue's feed does not name the hub any more, whatever is stored. */
async function ask(
  subscription: StoredSubscription,
  access: HubAccess,
  now: number,
): Promise<HubReply | 'ended' | 'stopped'> {
  const { id, hub, isWanted } = subscription;
  if (isOver(subscription, now) || !canAsk(hub, access)) {
    await changeSubscription(id, 'deleted');
    return 'ended';
  }
  const isStored = await changeSubscription(id, { isWanted, ...startAsking(subscription, now) });
  if (!isStored) return 'ended';
  const reply = await askHub(subscription, access);
  if (reply === 'gone') await changeSubscription(id, isWanted ? afterGone(now) : 'deleted');
  return reply;
}
