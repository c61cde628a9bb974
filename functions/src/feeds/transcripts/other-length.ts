/** Lengths may differ by this much, because encoders add to the ends of audio. */
const SAME_LENGTH_SECONDS = 3;

/**
 * True if the transcribed audio is not as long as the feed states, so that ads may have shifted its times.
 * @param transcribedSeconds Null for a publisher's transcript.
 */
export function isOtherLength(
  transcribedSeconds: number | null,
  durationSeconds: number | null,
): boolean {
  if (transcribedSeconds === null || durationSeconds === null) return false;
  return Math.abs(transcribedSeconds - durationSeconds) > SAME_LENGTH_SECONDS;
}
