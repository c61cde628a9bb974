import { AppError } from '../../../../platform/app-error.ts';

/** When to ask again a server that is away: restarts and take-overs last some seconds. */
const RETRY_AFTER_MS = 2_000;

/**
 * PostgreSQL's codes that say that the server cannot do it now, and can soon: no connection (08), a
 * transaction in the way of another or of a replica's news (40), a lack of disk, memory or connections
 * (53), a lock not to be had (55P03), shutting down or starting up (57P), the disk failing (58).
 */
const UNAVAILABLE = /^(08...|40...|53...|55P03|57P..|58...)$/;
/** Cut off by `statement_timeout`. */
const CANCELLED = '57014';

/** What Node and `pg` say of a connection that is not to be had, or is lost. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|The server does not support SSL)/;

/** Any failure of a server as an `AppError`, its cause kept. */
export function postgresFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
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

/** PostgreSQL's code of what caused a failure, or an empty text. */
export function causeCode(error: unknown): string {
  return error instanceof AppError ? codeOf(error.cause) : '';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
