import type { Request } from 'firebase-functions/v2/https';
import { STATUS_OF_CODE, type ApiErrorBody } from '../../contract/index.ts';
import { AppError } from '../app-error.ts';
import { log } from '../log.ts';

/** The part of Express's response that endpoints use. */
export interface Reply {
  set(name: string, value: string): unknown;
  status(code: number): { json(body: unknown): unknown };
}

/**
 * Answers a request with what `answer` returns, or with the status and body of the failure it
 * throws. Any error that is not an {@link AppError} is a bug: it is logged with its cause and
 * answered as `internal`, without details.
 */
export async function respond(
  event: string,
  reply: Reply,
  answer: () => Promise<{ body: unknown; log?: Record<string, unknown> }>,
): Promise<void> {
  const startedAt = performance.now();
  reply.set('Cache-Control', 'no-store');
  const took = () => ({ tookMs: Math.round(performance.now() - startedAt) });
  try {
    const { body, log: fields } = await answer();
    reply.status(200).json(body);
    log('info', event, { ...fields, ...took() });
  } catch (error) {
    const failure =
      error instanceof AppError ? error : new AppError('internal', 'unexpected', { cause: error });
    const status = STATUS_OF_CODE[failure.code];
    if (failure.retryAfterMs !== undefined) {
      reply.set('Retry-After', String(Math.max(1, Math.ceil(failure.retryAfterMs / 1000))));
    }
    reply.status(status).json(errorBody(failure));
    log(status >= 500 ? 'error' : 'info', event, {
      code: failure.code,
      ...took(),
      ...(status >= 500 ? { reason: failure.message, cause: describeCause(failure.cause) } : {}),
    });
  }
}

/** Refuses every other method, and names the right one in `Allow`. */
export function requireMethod(
  request: Pick<Request, 'method'>,
  reply: Reply,
  method: string,
): void {
  if (request.method === method) return;
  reply.set('Allow', method);
  throw new AppError('method-not-allowed', `use ${method}`);
}

/** The body of a failure; an `internal` one carries no details. */
export function errorBody(failure: AppError): ApiErrorBody {
  const message =
    failure.code === 'internal' ? 'something went wrong on our side' : failure.message;
  return { error: { code: failure.code, message } };
}

function describeCause(cause: unknown): string | undefined {
  if (cause === undefined) return undefined;
  return cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause);
}
