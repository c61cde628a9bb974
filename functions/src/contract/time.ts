export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours. A calendar day may have 23 or 25. */
export const DAY_MS = 24 * HOUR_MS;

/** Latest time that a `Date` can represent, epoch milliseconds. */
export const MAX_DATE_MS = 8_640_000_000_000_000;

/** Transcripts are requested at multiples of this offset. Playback sends about one request a minute. */
export const SPEECH_STEP_MS = 30_000;

export const MAX_DURATION_S = 172_800;

export function readDuration(seconds: unknown): number | null {
  const whole = typeof seconds === 'number' ? Math.round(seconds) : 0;
  return whole > 0 && whole <= MAX_DURATION_S ? whole : null;
}
