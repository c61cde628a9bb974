import { DAY_MS } from '../../contract/index.ts';
import type { DatesAround } from '../../feeds/feed-model.ts';

/** How long an episode stays in the catalogue after its publication. */
export const RETENTION_MS = 35 * DAY_MS;
const FUTURE_TOLERANCE_MS = DAY_MS;

/** Age of an episode without a date. Alerts and their sent log look back less, so it is news to nobody. */
export const UNDATED_AGE_MS = 27 * DAY_MS;

/**
 * The time that an item without a readable date gets when it is first seen. It is a recent time only if the
 * dates of neighbouring items say so.
 */
export function timeOfUndated(around: DatesAround | undefined, now: number): number {
  const { afterMs = null, beforeMs = null } = around ?? {};
  return Math.min(afterMs ?? Math.min(beforeMs ?? now, now - UNDATED_AGE_MS), now);
}

/** Why an episode of this date is dropped, or null. */
export function dateRefusal(publishedAtMs: number, now: number): 'future-date' | 'too-old' | null {
  if (publishedAtMs > now + FUTURE_TOLERANCE_MS) return 'future-date';
  if (publishedAtMs < now - RETENTION_MS) return 'too-old';
  return null;
}
