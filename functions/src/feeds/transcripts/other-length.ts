/** Lengths may differ by this much, because encoders add to the ends of audio. */
const SAME_LENGTH_SECONDS = 3;

/**
 * True if the transcribed audio is not as long as the feed states, so that ads may have shifted its times.
 * @param heardSeconds Null for a publisher's transcript.
 */
export function isOtherLength(
  heardSeconds: number | null,
  durationSeconds: number | null,
): boolean {
  if (heardSeconds === null || durationSeconds === null) return false;
  return Math.abs(heardSeconds - durationSeconds) > SAME_LENGTH_SECONDS;
}
