import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { Digest } from './digest.ts';
import type { TryRules } from './digest-progress.ts';

/** A message older than this fails, and its episodes are planned anew. */
const TOO_OLD_MS = 5 * DAY_MS;

const SHORTEST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = HOUR_MS;
/** After tries of unknown outcome, each of which may be a copy: at most 18 within the five days. */
const LONGEST_UNKNOWN_PAUSE_MS = DAY_MS;

/** Pause of a channel that has failed for `failingForMs`: it doubles with each failure. */
export function pauseMs(failingForMs: number, isUnknown: boolean): number {
  const longestMs = isUnknown ? LONGEST_UNKNOWN_PAUSE_MS : LONGEST_PAUSE_MS;
  return Math.min(Math.max(failingForMs, SHORTEST_PAUSE_MS), longestMs);
}

/** Try rules of a message; undefined for a mail. */
export function messageTries({ channel }: Pick<Digest, 'channel'>): TryRules | undefined {
  return channel && MESSAGE_TRIES;
}

const MESSAGE_TRIES: TryRules = {
  isOver: ({ createdAtMs }, nowMs) => nowMs - createdAtMs > TOO_OLD_MS,
  // The pause of the channel says when it is tried again. A dead sender says nothing about the receiver.
  afterUnknown: () => null,
};
