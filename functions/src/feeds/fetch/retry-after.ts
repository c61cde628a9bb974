import { DAY_MS } from '../../contract/index.ts';
import { parsePublicationDate } from '../read/publication-date.ts';

/** No host keeps us away for longer; some send dates decades ahead. */
export const MAX_RETRY_AFTER_MS = 7 * DAY_MS;

/**
 * What a `Retry-After` header asks for, milliseconds from `now`, at most {@link MAX_RETRY_AFTER_MS}.
 * It may be seconds or a date; null if it is neither or missing. A date gone by is 0.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const written = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(written)
    ? Number(written) * 1000
    : (parsePublicationDate(written) ?? NaN) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
