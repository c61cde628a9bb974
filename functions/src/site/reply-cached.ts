import { createHash } from 'node:crypto';
import { AppError, appErrorOf } from '../platform/app-error.ts';
import { log } from '../platform/log.ts';
import { matchesTag } from './sent-document.ts';
import { describeCause, retryAfterHeader, statusForOthers } from '../platform/http/respond.ts';

/** The CDN caches for five minutes, then serves stale while it revalidates. Browsers always revalidate. */
export const CACHED_MINUTES = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400';
/** For failures and incomplete responses, which absorb a crowd of requests but are soon replaced. */
export const CACHED_SECONDS = 'public, max-age=0, s-maxage=5';
/** Lifetime in the CDN → `Cache-Control`. */
const CACHE_CONTROL = {
  minutes: CACHED_MINUTES,
  hour: 'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400',
  seconds: CACHED_SECONDS,
};
const RETRY_AFTER_MS = 30_000;

/** A response that is equal for all clients, or a redirect. */
export type CachedAnswer =
  | {
      body: string;
      contentType: string;
      indexed: boolean;
      kept: keyof typeof CACHE_CONTROL;
      log?: Record<string, unknown>;
    }
  | { movedTo: string };

export interface CachedRequest {
  method: string;
  headers: { 'if-none-match'?: string | undefined };
}

export interface CachedReply {
  set(headers: Record<string, string>): unknown;
  status(code: number): { send(body: string): unknown; end(): unknown };
}

/** Client errors keep their status; other errors become 503 with `Retry-After`, cached for seconds. */
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
      reply.set({ 'Cache-Control': CACHED_MINUTES, Location: answered.movedTo });
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
  if (matchesTag(request.headers['if-none-match'], tag)) reply.status(304).end();
  else reply.status(200).send(body);
}

function refuse(
  event: string,
  reply: CachedReply,
  error: unknown,
  fields: Record<string, unknown>,
): void {
  const failure = appErrorOf(error);
  const status = statusForOthers(failure);
  const isOurs = status === 503;
  const waitMs = failure.retryAfterMs ?? (isOurs ? RETRY_AFTER_MS : null);
  reply.set({
    'Cache-Control': isOurs || status === 404 ? CACHED_SECONDS : 'no-store',
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
