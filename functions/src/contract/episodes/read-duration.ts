/** The longest duration that is believed, in seconds: two days. */
export const MAX_DURATION_S = 172_800;

/**
 * A duration in whole seconds; null for what is no number, less than a second, or longer than
 * {@link MAX_DURATION_S}.
 */
export function readDuration(seconds: unknown): number | null {
  const whole = typeof seconds === 'number' ? Math.round(seconds) : 0;
  return whole > 0 && whole <= MAX_DURATION_S ? whole : null;
}
