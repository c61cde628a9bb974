// Imported by path, because firebase-functions/v2 loads every trigger and all of Firestore.
import * as logger from 'firebase-functions/logger';

/**
 * Logs event, ids, counts and codes. Never log addresses, bodies, tokens or search terms.
 * @param fields `message` is one sentence for the operator; without it, the line's message is the event.
 */
export function log(
  severity: 'info' | 'warn' | 'error',
  event: string,
  fields: Record<string, unknown> = {},
): void {
  // The logger's first argument replaces a field `message`.
  const { message = event, ...others } = fields;
  logger[severity](message, { event, ...others });
}

/** Returns a code such as `ECONNREFUSED` or `HPE_INVALID_CONSTANT`, or null if there is none. */
export function errorCode(error: unknown): string | null {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null;
}

/**
 * Log this instead of the message, which may contain personal data. Most of Firestore's errors have no name of their own,
 * but a gRPC code: `Error 10` is an aborted transaction.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const status = 'code' in error && Number.isInteger(error.code) ? String(error.code) : null;
  return [error.name, errorCode(error) ?? status].filter(Boolean).join(' ');
}
