import { createHash } from 'node:crypto';
import { STATUS_OF_CODE } from '../../contract/index.ts';
import { AppError } from '../app-error.ts';
import { log } from '../log.ts';
import { namesTag } from './entity-tag.ts';
import { describeCause, retryAfterHeader } from './respond.ts';

/**
 * The CDN answers for five minutes by itself, and for a day longer while it fetches the next answer;
 * a browser or a reader of feeds asks each time whether what it has is still right.
 */
export const KEPT = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400';
/** Long enough that a crowd asks once, short enough that nobody sees it for long. */
export const KEPT_FOR_SECONDS = 'public, max-age=0, s-maxage=5';
/** For how long the CDN answers by itself. */
const CACHE_CONTROL = {
  minutes: KEPT,
  hour: 'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400',
  seconds: KEPT_FOR_SECONDS,
};
const RETRY_AFTER_MS = 30_000;

/** An answer that is the same for everybody, or another address that has it. */
export type CachedAnswer =
  | {
      body: string;
      contentType: string;
      /** False where search engines must pass over it. */
      indexed: boolean;
      kept: keyof typeof CACHE_CONTROL;
      log?: Record<string, unknown>;
    }
  | { movedTo: string };

interface CachedRequest {
  method: string;
  headers: { 'if-none-match'?: string | undefined };
}

interface CachedReply {
  set(headers: Record<string, string>): unknown;
  status(code: number): { send(body: string): unknown; end(): unknown };
}

/**
 * Answers a GET with what `answer` returns, for the CDN to keep, or with 304 to a client who has it
 * already: the `ETag` is a hash of its bytes. What the client did wrong is answered with its own
 * status; whatever else fails, with 503 and `Retry-After`, kept for seconds only.
 */
export async function replyCached(
  event: string,
  request: CachedRequest,
  reply: CachedReply,
  answer: () => Promise<CachedAnswer>,
): Promise<void> {
  const startedAt = performance.now();
  const took = () => ({ tookMs: Math.round(performance.now() - startedAt) });
  try {
    if (!['GET', 'HEAD'].includes(request.method)) {
      reply.set({ Allow: 'GET, HEAD' });
      throw new AppError('method-not-allowed', 'use GET');
    }
    const answered = await answer();
    if ('movedTo' in answered) {
      reply.set({ 'Cache-Control': KEPT, Location: answered.movedTo });
      reply.status(301).end();
    } else {
      send(request, reply, answered);
      log('info', event, { ...answered.log, ...took() });
    }
  } catch (error) {
    refuse(event, reply, error, took());
  }
}

function send(
  request: CachedRequest,
  reply: CachedReply,
  { body, contentType, indexed, kept }: Exclude<CachedAnswer, { movedTo: string }>,
): void {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.set({
    'Cache-Control': CACHE_CONTROL[kept],
    'Content-Type': contentType,
    ETag: tag,
    ...(indexed ? {} : { 'X-Robots-Tag': 'noindex' }),
  });
  if (namesTag(request.headers['if-none-match'], tag)) reply.status(304).end();
  else reply.status(200).send(body);
}

function refuse(
  event: string,
  reply: CachedReply,
  error: unknown,
  fields: Record<string, unknown>,
): void {
  const failure =
    error instanceof AppError ? error : new AppError('internal', 'unexpected', { cause: error });
  const isOurs = STATUS_OF_CODE[failure.code] >= 500;
  const status = isOurs ? 503 : STATUS_OF_CODE[failure.code];
  const waitMs = failure.retryAfterMs ?? (isOurs ? RETRY_AFTER_MS : null);
  reply.set({
    'Cache-Control': isOurs || status === 404 ? KEPT_FOR_SECONDS : 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Robots-Tag': 'noindex',
    ...(waitMs !== null && { 'Retry-After': retryAfterHeader(waitMs) }),
  });
  reply.status(status).send(isOurs ? 'Not available right now.\n' : `${failure.message}\n`);
  log(isOurs ? 'error' : 'info', event, {
    code: failure.code,
    ...fields,
    ...(isOurs ? { reason: failure.message, cause: describeCause(failure.cause) } : {}),
  });
}
