import type { Request } from 'firebase-functions/v2/https';
import { STATUS_OF_CODE, type ApiErrorBody } from '../../contract/index.ts';
import { AppError, appErrorOf } from '../app-error.ts';
import { log } from '../log.ts';
import { withTimeout } from '../with-timeout.ts';
import type { ServerResponse } from 'node:http';

export interface Reply {
  set(name: string, value: string): unknown;
  status(code: number): { json(body: unknown): unknown; send(body: Buffer): unknown };
}

/** `json` is serialized UTF-8. The headers of `sent` are already set. `status` is 200 by default. */
type Answer = (
  | { body: unknown; status?: number }
  | { json: Uint8Array<ArrayBuffer> }
  | { sent: Buffer; status: number }
) & {
  log?: Record<string, unknown>;
};

/**
 * Answers 'upstream-timeout' before the function's own timeout. Any error other than {@link AppError} is a bug: logged with its cause, answered as `internal` without details.
 */
export async function respond(
  event: string,
  reply: Reply,
  answer: () => Promise<Answer>,
  withinMs?: number,
): Promise<void> {
  const startedAt = performance.now();
  reply.set('Cache-Control', 'no-store');
  const took = () => ({ tookMs: Math.round(performance.now() - startedAt) });
  try {
    const answered = await answerInTime(answer, withinMs);
    if ('json' in answered) sendJson(reply, answered.json);
    else if ('sent' in answered) reply.status(answered.status).send(answered.sent);
    else reply.status(answered.status ?? 200).json(answered.body);
    log('info', event, { ...answered.log, ...took() });
  } catch (error) {
    const failure = appErrorOf(error);
    const status = STATUS_OF_CODE[failure.code];
    if (failure.retryAfterMs !== undefined) {
      reply.set('Retry-After', retryAfterHeader(failure.retryAfterMs));
    }
    reply.status(status).json(errorBody(failure));
    log(status >= 500 ? 'error' : 'info', event, {
      code: failure.code,
      ...took(),
      ...(status >= 500 ? { reason: failure.message, cause: describeCause(failure.cause) } : {}),
    });
  }
}

/** The status for caches, feed readers and hubs, which try again after a 503. */
export function statusForOthers({ code }: AppError): number {
  const status = STATUS_OF_CODE[code];
  return status >= 500 ? 503 : status;
}

/** Returns whole seconds, at least one. */
export function retryAfterHeader(waitMs: number): string {
  return String(Math.max(1, Math.ceil(waitMs / 1000)));
}

function sendJson(reply: Reply, { buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): void {
  reply.set('Content-Type', 'application/json; charset=utf-8');
  reply.status(200).send(Buffer.from(buffer, byteOffset, byteLength));
}

/** A function that answers GET also answers HEAD; Node.js then omits the body. */
export function requireMethod(
  request: Pick<Request, 'method'>,
  reply: Reply,
  method: 'GET' | 'POST',
): void {
  const allowed = method === 'GET' ? ['GET', 'HEAD'] : [method];
  if (allowed.includes(request.method)) return;
  reply.set('Allow', allowed.join(', '));
  throw new AppError('method-not-allowed', `use ${allowed.join(', ')}`);
}

export function errorBody(failure: AppError): ApiErrorBody {
  const message =
    failure.code === 'internal' ? 'something went wrong on our side' : failure.message;
  return { error: { code: failure.code, message } };
}

export function describeCause(cause: unknown): string | undefined {
  if (cause === undefined) return undefined;
  return cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause);
}

/**
 * Less than the 30 seconds after which Cloud Run ends most of our requests without an answer. A Firestore that does not
 * answer would otherwise hold a request for minutes.
 */
const WITHIN_MS = 25_000;

/** Throws 'upstream-timeout'. A later result is ignored. */
export function answerInTime<T>(work: () => Promise<T>, withinMs = WITHIN_MS): Promise<T> {
  return withTimeout(withinMs, work, {
    late: () => {
      throw new AppError(
        'upstream-timeout',
        'the database did not answer in time, please try again',
      );
    },
  });
}

/** Returns a signal that aborts if the connection closes before the response is sent. */
export function clientGone(reply: Pick<ServerResponse, 'on' | 'writableFinished'>): AbortSignal {
  const gone = new AbortController();
  reply.on('close', () => {
    if (!reply.writableFinished) gone.abort();
  });
  return gone.signal;
}
