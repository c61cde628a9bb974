/** Encoders may add this much at the ends. */
const SAME_LENGTH_SECONDS = 3;

/**
 * Ads may shift the times of audio with another length than the feed states.
 * @param heardSeconds Null for a publisher's transcript.
 */
export function isOtherLength(
  heardSeconds: number | null,
  durationSeconds: number | null,
): boolean {
  if (heardSeconds === null || durationSeconds === null) return false;
  return Math.abs(heardSeconds - durationSeconds) > SAME_LENGTH_SECONDS;
}
