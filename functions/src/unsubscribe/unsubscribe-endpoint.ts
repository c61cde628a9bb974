import { onRequest, type Request } from 'firebase-functions/v2/https';
import { readUnsubscribe } from './unsubscribe-token.ts';
import { bodyOf } from '../platform/http/body-of.ts';
import { mailConfig } from '../platform/config.ts';
import { secretsOf } from '../platform/secrets.ts';
import { log } from '../platform/log.ts';
import { REGION } from '../platform/runtime-options.ts';
import { readUnsubscribeWish } from './unsubscribe-form.ts';
import {
  UNSUBSCRIBE_PAGE_POLICY,
  type UnsubscribePage,
  unsubscribePage,
} from './unsubscribe-page.ts';
import { changeUnsubscribeState, readUnsubscribeState } from './unsubscribe-store.ts';

/** The part of Express's response that a page needs. */
interface PageReply {
  set(headers: Record<string, string>): unknown;
  status(code: number): { send(body: string): unknown };
}

/**
 * `/api/unsubscribe?token=…`, without signing in: GET shows what will happen and changes nothing;
 * POST stops the mail (RFC 8058) or, from the page, resumes it. Both are safe to repeat.
 */
export const unsubscribe = onRequest(
  {
    region: REGION,
    memory: '256MiB',
    timeoutSeconds: 30,
    concurrency: 40,
    maxInstances: 5,
    cors: false,
    secrets: secretsOf('unsubscribe'),
  },
  async (request, reply) => {
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
      reply.set('Allow', 'GET, HEAD, POST').status(405).end();
      return;
    }
    const { unsubscribeKeys, siteUrl, from } = mailConfig();
    const site = { siteName: from.name, siteUrl };
    const { token } = request.query;
    const grant = typeof token === 'string' ? readUnsubscribe(token, unsubscribeKeys) : null;
    const wish = wishOf(request);
    if (grant === null || wish === null) {
      log('info', 'unsubscribe-refused', { reason: grant === null ? 'token' : 'form' });
      answer(reply, 400, { ...site, state: { kind: 'bad-link' }, change: null });
      return;
    }
    const change = wish === 'show' ? null : wish;
    const state =
      change === null
        ? await readUnsubscribeState(grant)
        : await changeUnsubscribeState(grant, change);
    log('info', 'unsubscribe', {
      wish,
      scope: grant.alertId === null ? 'all' : 'alert',
      became: state.kind,
    });
    answer(reply, 200, { ...site, state, change });
  },
);

function wishOf(request: Request) {
  return readUnsubscribeWish({
    method: request.method,
    contentType: request.get('content-type') ?? '',
    body: bodyOf(request),
  });
}

function answer(reply: PageReply, status: number, page: UnsubscribePage): void {
  reply.set({
    'Content-Security-Policy': UNSUBSCRIBE_PAGE_POLICY,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'Content-Type': 'text/html; charset=utf-8',
  });
  reply.status(status).send(unsubscribePage(page));
}
