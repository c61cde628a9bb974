import { MINUTE_MS } from '../../contract/index.ts';

const FIRST_BACKOFF_MS = 10_000;
const LONGEST_BACKOFF_MS = 15 * MINUTE_MS;

export interface ServicePause {
  /** End of the pause, epoch milliseconds; null: sending is allowed. */
  untilMs(nowMs: number): number | null;
  /** Pauses for at least `waitMs`; returns the end of the pause, epoch milliseconds. */
  pauseFor(waitMs: number, nowMs: number): number;
  answered(): void;
}

/**
 * A pause for all digests of the process, with exponential back-off, because postponing a digest costs a
 * write.
 */
export function servicePause(): ServicePause {
  let pausedUntilMs = 0;
  let pausesInRow = 0;
  return {
    untilMs: (nowMs) => (nowMs < pausedUntilMs ? pausedUntilMs : null),
    pauseFor(waitMs, nowMs) {
      // Concurrent requests get the same answer and count as one pause.
      if (nowMs >= pausedUntilMs) pausesInRow += 1;
      const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (pausesInRow - 1), LONGEST_BACKOFF_MS);
      pausedUntilMs = Math.max(pausedUntilMs, nowMs + Math.max(waitMs, backoffMs));
      return pausedUntilMs;
    },
    answered() {
      pausesInRow = 0;
    },
  };
}
