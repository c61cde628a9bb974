import type { ApiErrorCode } from '../contract/index.ts';

interface AppErrorOptions {
  cause?: unknown;
  /** Tells the client when to come back (`Retry-After`), milliseconds. */
  retryAfterMs?: number;
}

/**
 * The only error that is thrown on purpose. `message` is for developers and the log; what a reader
 * is told depends on `code`.
 */
export class AppError extends Error {
  readonly code: ApiErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: ApiErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }
}
