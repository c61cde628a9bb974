import type { ApiErrorCode } from '../contract/index.ts';

interface AppErrorOptions {
  cause?: unknown;
  retryAfterMs?: number;
}

/** The only error thrown deliberately. `message` is for developers and logs; users see a text for `code`. */
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

/** Any other error is a bug, and becomes the cause of an internal error. */
export function appErrorOf(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('internal', 'unexpected', { cause: error });
}
