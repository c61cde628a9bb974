import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import type { Digest } from './digest.ts';
import type { DigestProgress, TryRules } from './digest-progress.ts';

/**
 * Pauses before each try of a message to a channel, as Standard Webhooks recommends
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
const PAUSES_MS = [
  0,
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/**
 * A message older than this fails, and its episodes are planned anew. {@link PAUSES_MS} add up to less, so
 * that nothing was tried for days.
 */
const TOO_OLD_MS = 5 * DAY_MS;

/** Earliest next try after the claim with this number failed; null after the last one. */
export function nextTryMs(attempt: number, failedAtMs: number): number | null {
  const pauseMs = PAUSES_MS[attempt];
  return pauseMs === undefined ? null : failedAtMs + pauseMs;
}

/** Whether the last claim was the last try. */
export function isLastTry({ attempt, channel }: Pick<Digest, 'attempt' | 'channel'>): boolean {
  return attempt >= (channel?.lastAttempt ?? PAUSES_MS.length);
}

/** Try rules of a message; undefined for a mail. */
export function messageTries(
  { channel }: Pick<Digest, 'channel'>,
  nowMs: number,
): TryRules | undefined {
  if (channel === undefined) return undefined;
  return {
    isOver: ({ attempt, createdAtMs }) =>
      isLastTry({ attempt, channel }) || nowMs - createdAtMs > TOO_OLD_MS,
    // A dead sender says nothing about the receiver: the next try is immediate.
    afterUnknown: ({ attempt }: DigestProgress, againAtMs) =>
      againAtMs === null ? null : nextTryMs(attempt, nowMs),
  };
}
