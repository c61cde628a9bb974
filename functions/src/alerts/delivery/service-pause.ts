import { MINUTE_MS } from '../../contract/index.ts';

const FIRST_BACKOFF_MS = 10_000;
const LONGEST_BACKOFF_MS = 15 * MINUTE_MS;

/** The pause that the mail service asked of this process. */
export interface ServicePause {
  /** Until when nothing is to be sent, epoch milliseconds; null when it may be. */
  untilMs(nowMs: number): number | null;
  /** The service asked to wait; answers with until when nothing is to be sent, epoch milliseconds. */
  pauseFor(waitMs: number, nowMs: number): number;
  answered(): void;
}

/**
 * A pause that all digests of a process keep when the mail service tells one of them to wait. Asked for
 * again as soon as it is over it lasts twice as long as before, at least, up to a quarter of an hour:
 * every pause costs each waiting digest a write.
 */
export function servicePause(): ServicePause {
  let pausedUntilMs = 0;
  let pausesInRow = 0;
  return {
    untilMs: (nowMs) => (nowMs < pausedUntilMs ? pausedUntilMs : null),
    pauseFor(waitMs, nowMs) {
      // Requests that were under way together get the same answer.
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
