import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { Digest } from './digest.ts';
import type { TryRules } from './digest-progress.ts';

/** Older messages fail, and their episodes are planned again. */
const TOO_OLD_MS = 5 * DAY_MS;

const SHORTEST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = HOUR_MS;
/**
 * Longer than other pauses, because each retry may be a duplicate. Allows at most 18 attempts in five days.
 */
const LONGEST_UNKNOWN_PAUSE_MS = DAY_MS;

/** Exponential backoff: the pause is as long as the channel has been failing. */
export function pauseMs(failingForMs: number, isUnknown: boolean): number {
  const longestMs = isUnknown ? LONGEST_UNKNOWN_PAUSE_MS : LONGEST_PAUSE_MS;
  return Math.min(Math.max(failingForMs, SHORTEST_PAUSE_MS), longestMs);
}

export function messageTries({ channel }: Pick<Digest, 'channel'>): TryRules | undefined {
  return channel && MESSAGE_TRIES;
}

const MESSAGE_TRIES: TryRules = {
  isOver: ({ createdAtMs }, nowMs) => nowMs - createdAtMs > TOO_OLD_MS,
  // The channel's pause determines the next attempt. A crashed sender does not pause the channel.
  afterUnknown: () => null,
};
