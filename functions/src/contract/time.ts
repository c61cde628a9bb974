export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours. A day of the calendar may have 23 or 25. */
export const DAY_MS = 24 * HOUR_MS;

/** The last moment a JavaScript `Date` can hold, epoch milliseconds. */
export const MAX_DATE_MS = 8_640_000_000_000_000;

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
