import { errorCode } from '../../../../platform/log.ts';
import { AppError } from '../../../../platform/app-error.ts';

/** A restart or failover of the server takes seconds. */
const RETRY_AFTER_MS = 2_000;

/**
 * SQLSTATEs of temporary failures: connection (08), serialization or replica conflict (40), resources (53), lock not
 * available (55P03), shutdown or startup (57P), disk (58).
 */
const UNAVAILABLE = /^(08...|40...|53...|55P03|57P..|58...)$/;
/** SQLSTATE after `statement_timeout`. */
const CANCELLED = '57014';

/** Messages of Node and `pg` for a failed or lost connection. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|The server does not support SSL)/;

export function postgresFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = errorCode(error) ?? '';
  if (code === CANCELLED || messageOf(error) === 'Query read timeout') {
    return new AppError('upstream-timeout', 'The catalogue’s server took too long', {
      cause: error,
    });
  }
  if (UNAVAILABLE.test(code) || /^E[A-Z]+$/.test(code) || LOST.test(messageOf(error))) {
    return new AppError('upstream-unavailable', 'The catalogue’s server cannot be used now', {
      cause: error,
      retryAfterMs: RETRY_AFTER_MS,
    });
  }
  return new AppError('internal', 'The catalogue cannot be used', { cause: error });
}

/** Returns the SQLSTATE of the cause; '' without one. */
export function causeCode(error: unknown): string {
  return error instanceof AppError ? (errorCode(error.cause) ?? '') : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
