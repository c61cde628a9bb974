import { logger } from 'firebase-functions/v2';

/**
 * Writes one structured line: an event, ids, counts and codes. Never addresses, bodies, tokens or
 * what a person searched for.
 */
export function log(
  severity: 'info' | 'warn' | 'error',
  event: string,
  fields: Record<string, unknown> = {},
): void {
  logger[severity](event, { event, ...fields });
}
