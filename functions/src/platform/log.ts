// Imported by path, because firebase-functions/v2 loads every trigger and all of Firestore.
import * as logger from 'firebase-functions/logger';

/** Writes one structured line: event, ids, counts, codes. Never addresses, bodies, tokens or search terms. */
export function log(
  severity: 'info' | 'warn' | 'error',
  event: string,
  fields: Record<string, unknown> = {},
): void {
  logger[severity](event, { event, ...fields });
}

/** Class name of an error for the log: messages may contain other people's texts. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
