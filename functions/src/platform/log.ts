// Not from firebase-functions/v2: that loads every trigger there is, and with them all of Firestore.
import * as logger from 'firebase-functions/logger';

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
