import { log } from '../../platform/log.ts';
import type { PersonMatches } from '../matching/match-alerts.ts';
import type { DeliveryQueue } from '../outbox/delivery-queue.ts';
import { digestId } from '../outbox/digest.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { ShownEpisode } from './digest-episodes.ts';
import type { Due } from './due-digest.ts';
import { isDayFull, planDigest } from './plan-digest.ts';
import type { AlertMatches } from './select-digest-content.ts';

export interface DigestResult {
  outcome: 'created' | 'exists' | 'nothing' | 'waits';
  /** Whether the sent log now knows of all that may be new to the person. */
  isAllSent: boolean;
  /** Whether a digest of theirs is due again only at another slot. */
  isSettled: boolean;
  /** Alerts that were asked and are deleted or paused. */
  gone: ReadonlySet<string>;
}

interface DigestOrder extends Due {
  nowMs: number;
  /** How much later than now it is to be mailed. */
  delayMs: number;
  shown: ShownEpisode;
}

/**
 * Makes a person's digest for a slot and has it mailed: of what the sent log does not know, and for
 * alerts that are still there and not paused.
 */
export async function createDigest(
  { store, queue }: { store: Pick<OutboxStore, 'createDigest'>; queue: DeliveryQueue },
  { uid, matches }: PersonMatches,
  { slotMs, cadence, nowMs, delayMs, shown }: DigestOrder,
): Promise<DigestResult> {
  const id = digestId(uid, slotMs);
  const alertIds = matches.flatMap(({ saved }) => [saved.alertId, ...(saved.otherAlertIds ?? [])]);
  const atMs = delayMs > 0 ? nowMs + Math.round(delayMs) : null;
  let gone = new Set<string>();
  let isFull = false;
  const outcome = await store.createDigest({
    id,
    uid,
    alertIds,
    // After an outage, hour after hour would otherwise arrive in one minute.
    waitForLast: cadence === 'hourly',
    decide: (sentLog, active) => {
      gone = new Set(alertIds.filter((each) => !active.has(each)));
      isFull = isDayFull(sentLog, nowMs);
      const wanted = stillWanted(matches, active);
      return planDigest({ uid, slotMs, cadence, matches: wanted, sentLog, nowMs, atMs, shown });
    },
  });
  if (outcome === 'created') await enqueue(queue, id, atMs);
  const isAllSent = outcome === 'created' || (outcome === 'nothing' && !isFull);
  return { outcome, isAllSent, isSettled: outcome !== 'waits' && !isFull, gone };
}

/** The keywords for which an alert is left, each under the first of them. */
function stillWanted(
  matches: readonly AlertMatches[],
  active: ReadonlySet<string>,
): AlertMatches[] {
  return matches.flatMap(({ saved, ...same }) => {
    const { alertId, otherAlertIds = [] } = saved;
    const [first, ...others] = [alertId, ...otherAlertIds].filter((each) => active.has(each));
    if (first === undefined) return [];
    return { ...same, saved: { ...saved, alertId: first, otherAlertIds: others } };
  });
}

async function enqueue(queue: DeliveryQueue, id: string, atMs: number | null): Promise<void> {
  try {
    await queue.enqueue(id, 'first', atMs ?? undefined);
  } catch (error) {
    // The digest is made: `resumeDigests` queues its task within minutes.
    const name = error instanceof Error ? error.name : typeof error;
    log('warn', 'digest-not-queued', { digestId: id, error: name });
  }
}
