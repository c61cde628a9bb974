import pLimit from 'p-limit';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { errorName, log } from '../../platform/log.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { OutboxStore, StuckDigest } from './outbox-store.ts';

const STUCK_AFTER_MS = 2 * MINUTE_MS;
/** Cloud Tasks still retries a failed delivery during this time. */
const RETRIED_FOR_MS = 10 * MINUTE_MS;
/** Limit per sweep and kind (queued mails; due messages; expired leases), oldest first. */
const MOST_DIGESTS = 2000;
const ENQUEUED_AT_ONCE = 24;

export interface ResumeSummary {
  resumed: number;
  failed: number;
  oldestWaitingMs: number;
}

export interface ResumeParts {
  store: OutboxStore;
  queue: DeliveryQueue;
  /** The queue of messages to channels. */
  messages: DeliveryQueue;
}

/** Queues a task for every stuck digest: tasks get lost, and senders die. The next sweep retries failures. */
export async function resumeDigests(
  { store, queue, messages }: ResumeParts,
  nowMs: number,
): Promise<ResumeSummary> {
  const stuck = await store.stuckDigests(nowMs - STUCK_AFTER_MS, nowMs, MOST_DIGESTS);
  const sinceMs = Math.min(
    nowMs,
    ...stuck.filter((each) => !each.isMessage).map(({ createdAtMs }) => createdAtMs),
  );
  const summary: ResumeSummary = { resumed: 0, failed: 0, oldestWaitingMs: nowMs - sinceMs };
  const limit = pLimit(ENQUEUED_AT_ONCE);
  await limit.map(stuck, async (digest) => {
    const occasion = occasionOf(digest, nowMs);
    if (occasion === null) return;
    try {
      await (digest.isMessage ? messages : queue).enqueue(digest.id, occasion);
      summary.resumed += 1;
    } catch (error) {
      summary.failed += 1;
      log('error', 'digest-not-resumed', { digestId: digest.id, error: errorName(error) });
    }
  });
  if (summary.resumed + summary.failed > 0) log('info', 'digests-resumed', { ...summary });
  return summary;
}

/** The occasion (deduplication key) of the new task; null while another task is at work. */
function occasionOf(stuck: StuckDigest, nowMs: number): string | null {
  const { state, attempt, createdAtMs, notBeforeMs, isMessage } = stuck;
  // The worker crashed: one retry task per crashed attempt.
  if (state === 'sending') return `after-${attempt}`;
  if (notBeforeMs !== null && notBeforeMs > nowMs) return null;
  const queuedForMs = nowMs - (isMessage ? (notBeforeMs ?? createdAtMs) : createdAtMs);
  // No delivery has begun: the first task still waits in the queue, or was never created.
  // A message that has waited for its turn had that task.
  const hasWaited = isMessage && notBeforeMs !== null;
  if (attempt === 0 && !hasWaited && queuedForMs < HOUR_MS) return 'first';
  if (queuedForMs < RETRIED_FOR_MS) return null;
  return new Date(nowMs).toISOString().slice(0, 13);
}
