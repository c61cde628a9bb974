import pLimit from 'p-limit';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { errorName, log } from '../../platform/log.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { OutboxStore, StuckDigest } from './outbox-store.ts';

const STUCK_AFTER_MS = 2 * MINUTE_MS;
/** Cloud Tasks retries a failed delivery for at least this time. */
const RETRIED_FOR_MS = 10 * MINUTE_MS;
/** Max digests per run, separately for queued mails, due messages and expired leases. */
const MAX_DIGESTS = 2000;
const ENQUEUED_AT_ONCE = 24;

export interface ResumeSummary {
  resumed: number;
  failed: number;
  oldestWaitingMs: number;
}

export interface ResumeParts {
  store: OutboxStore;
  queue: DeliveryQueue;
  messages: DeliveryQueue;
}

/**
 * Queues a task for every stuck digest, because tasks may be lost and senders may crash. The next run retries
 * failures.
 */
export async function resumeDigests(
  { store, queue, messages }: ResumeParts,
  nowMs: number,
): Promise<ResumeSummary> {
  const stuck = await store.stuckDigests(nowMs - STUCK_AFTER_MS, nowMs, MAX_DIGESTS);
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

/** Deduplicates the new task. Null while another task exists. */
function occasionOf(stuck: StuckDigest, nowMs: number): string | null {
  const { state, attempt, createdAtMs, notBeforeMs, isMessage } = stuck;
  if (state === 'sending') return `after-${attempt}`;
  if (notBeforeMs !== null && notBeforeMs > nowMs) return null;
  const queuedForMs = nowMs - (isMessage ? (notBeforeMs ?? createdAtMs) : createdAtMs);
  // If there was no attempt, the first task is still queued or was never created. If a message has
  // `notBeforeMs`, its first task ran.
  const hasWaited = isMessage && notBeforeMs !== null;
  if (attempt === 0 && !hasWaited && queuedForMs < HOUR_MS) return 'first';
  if (queuedForMs < RETRIED_FOR_MS) return null;
  return new Date(nowMs).toISOString().slice(0, 13);
}
