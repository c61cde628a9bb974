import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import type { FeedFailure } from '../../feeds/feed-model.ts';

/** How soon one that could not be read is tried again; after each failure twice as long. */
const FIRST_PAUSE_MS = 15 * MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;
/** Transcripts are made after the episode, and some come days late; then nobody waits any longer. */
const WAITED_FOR_MS = 7 * DAY_MS;

/**
 * When to try a transcript again that failed `tries` times in a row (at least once), epoch
 * milliseconds; null where it is given up: gone for good, or awaited for a week.
 */
export function nextTranscriptTry(
  failure: Pick<FeedFailure, 'retryAfterMs'> & { code: string },
  { tries, wantedAtMs }: { tries: number; wantedAtMs: number },
  now: number,
): number | null {
  if (failure.code === 'gone') return null;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10), LONGEST_PAUSE_MS);
  const next = now + Math.max(pause, failure.retryAfterMs ?? 0);
  return next > wantedAtMs + WAITED_FOR_MS ? null : next;
}
