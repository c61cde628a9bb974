import pLimit from 'p-limit';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { OutboxStore, StuckDigest } from './outbox-store.ts';

/** How long a digest may be queued before it counts as stuck. */
const STUCK_AFTER_MS = 2 * MINUTE_MS;
/** Until then the task of a digest that could not be sent is still being retried. */
const RETRIED_FOR_MS = 10 * MINUTE_MS;
/** Digests one sweep looks at of each kind, the oldest first; the others wait for the next sweep. */
const MOST_DIGESTS = 2000;
const ENQUEUED_AT_ONCE = 24;

export interface ResumeSummary {
  /** Digests that have a task now, whether this sweep made it or it was there. */
  resumed: number;
  failed: number;
  /** How long the one that waits longest has waited, milliseconds; 0 when none does. */
  oldestWaitingMs: number;
}

/**
 * Sees to it that every digest that should be on its way has a task: tasks get lost, and senders die.
 * A digest whose task cannot be queued is counted and left to the next sweep.
 */
export async function resumeDigests(
  { store, queue }: { store: OutboxStore; queue: DeliveryQueue },
  nowMs: number,
): Promise<ResumeSummary> {
  const stuck = await store.stuckDigests(nowMs - STUCK_AFTER_MS, nowMs, MOST_DIGESTS);
  const sinceMs = Math.min(nowMs, ...stuck.map(({ createdAtMs }) => createdAtMs));
  const summary: ResumeSummary = { resumed: 0, failed: 0, oldestWaitingMs: nowMs - sinceMs };
  const limit = pLimit(ENQUEUED_AT_ONCE);
  await limit.map(stuck, async (digest) => {
    const occasion = occasionOf(digest, nowMs);
    if (occasion === null) return;
    try {
      await queue.enqueue(digest.id, occasion);
      summary.resumed += 1;
    } catch (error) {
      summary.failed += 1;
      const name = error instanceof Error ? error.name : typeof error;
      log('error', 'digest-not-resumed', { digestId: digest.id, error: name });
    }
  });
  return summary;
}

/**
 * Under which occasion the digest's task is queued; an occasion that the queue remembers makes no
 * second task. Null while another task is at work.
 */
function occasionOf(stuck: StuckDigest, nowMs: number): string | null {
  const { state, attempt, createdAtMs, notBeforeMs } = stuck;
  // The worker crashed: one retry task per crashed attempt.
  if (state === 'sending') return `after-${attempt}`;
  if (notBeforeMs !== null && notBeforeMs > nowMs) return null;
  const queuedForMs = nowMs - createdAtMs;
  // Nobody began to send it: its first task is waiting its turn, or was never made.
  if (attempt === 0 && queuedForMs < HOUR_MS) return 'first';
  if (queuedForMs < RETRIED_FOR_MS) return null;
  return new Date(nowMs).toISOString().slice(0, 13);
}
