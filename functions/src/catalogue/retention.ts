import { DAY_MS } from '../contract/index.ts';

/** An episode's time in the catalogue after its publication. */
export const RETENTION_MS = 35 * DAY_MS;
const FUTURE_TOLERANCE_MS = DAY_MS;

/** Why an episode of this date is dropped, or null. */
export function dateRefusal(publishedAtMs: number, now: number): 'future-date' | 'too-old' | null {
  if (publishedAtMs > now + FUTURE_TOLERANCE_MS) return 'future-date';
  if (publishedAtMs < now - RETENTION_MS) return 'too-old';
  return null;
}
