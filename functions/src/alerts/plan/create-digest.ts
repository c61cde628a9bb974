import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { digestId } from '../outbox/digest.ts';
import { isOnItsWay } from '../outbox/digest-progress.ts';
import { withLastEmail } from '../outbox/last-emails.ts';
import { factsOf, keptOf } from '../outbox/pending.ts';
import { type DeliveryQueue, enqueueFirst } from '../outbox/delivery-queue.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { type Due, isTooSoon } from './due-digest.ts';
import type { PersonPreferences } from '../alert-record.ts';
import { mailedAlerts } from './mailed-alerts.ts';
import { wantedMatches } from './pending-matches.ts';
import { isDayFull, planDigest } from './plan-digest.ts';
import type { Planner } from './shown-episodes.ts';

export interface DigestResult {
  outcome: 'created' | 'exists' | 'nothing' | 'waits';
  /** True if nothing is pending for the person any more. */
  isAllSent: boolean;
  /** True if no digest is due before the person's next slot. */
  isSettled: boolean;
  /** Alerts with pending matches that were deleted or paused. */
  gone: ReadonlySet<string>;
}

interface DigestOrder extends Due {
  uid: string;
  preferences: PersonPreferences;
  nowMs: number;
  delayMs: number;
  /** Skips the minimum interval between hourly digests. */
  isForced: boolean;
  planner: Planner;
  read: EpisodeSource['episodesWithIds'];
}

/** Creates a person's digest of a slot, unless it exists. Idempotent, also concurrently. */
export async function createDigest(
  { store, queue }: { store: Pick<OutboxStore, 'createDigest'>; queue: DeliveryQueue },
  order: DigestOrder,
): Promise<DigestResult> {
  const { uid, preferences, slotMs, cadence, nowMs, delayMs, isForced, planner, read } = order;
  const id = digestId(uid, slotMs);
  const atMs = delayMs > 0 ? nowMs + Math.round(delayMs) : null;
  let gone = new Set<string>();
  let isFull = false as boolean;
  const outcome = await store.createDigest({
    id,
    uid,
    // After an outage several hourly digests would otherwise arrive within a minute.
    waitsFor:
      cadence === 'hourly'
        ? (last) => isOnItsWay(last) || (!isForced && isTooSoon({ cadence, slotMs }, last))
        : undefined,
    decide: async ({ sentLog, pending, active }) => {
      gone = new Set(Object.keys(pending.alerts).filter((each) => !active.has(each)));
      isFull = isDayFull(sentLog, nowMs);
      if (isFull || Object.keys(pending.alerts).length === 0) return null;
      const alerts = mailedAlerts({ alerts: [...active.values()], preferences });
      const { followedShows } = preferences;
      const matches = await wantedMatches(pending, alerts, { followedShows, read });
      const planned = await planner.plan((shown) =>
        planDigest({ uid, slotMs, cadence, matches, sentLog, nowMs, atMs, shown }),
      );
      // The matches of mailed alerts leave `pending`: those that are not in this digest were sent before.
      // Matches of a paused alert stay, because its pause may be undone.
      const isMailed = new Set(alerts.map(({ alertId }) => alertId));
      const isOver = (alertId: string) => isMailed.has(alertId);
      const left = keptOf(pending, { isKept: (alertId) => !isOver(alertId), nowMs });
      if (planned === null) return { digest: null, pending: left };
      const facts = factsOf(pending, planned.digest.sections);
      const digest = { ...planned.digest, facts };
      return { ...planned, digest, pending: withLastEmail(left, digest) };
    },
  });
  if (outcome === 'created')
    await enqueueFirst(queue, id, { atMs: atMs ?? undefined, event: 'digest-not-queued' });
  const isAllSent = outcome === 'created' || (outcome === 'nothing' && !isFull);
  return { outcome, isAllSent, isSettled: outcome !== 'waits' && !isFull, gone };
}
