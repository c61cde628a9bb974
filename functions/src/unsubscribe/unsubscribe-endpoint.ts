import { onRequest, type Request } from 'firebase-functions/v2/https';
import { bodyOf } from '../platform/http/body-of.ts';
import { mailConfig } from '../platform/config.ts';
import { secretsOf } from '../platform/secrets.ts';
import { log } from '../platform/log.ts';
import { REGION } from '../platform/runtime-options.ts';
import { answerLink } from './answer-link.ts';
import { BAD_LINK, LINK_PAGE_POLICY, linkPage } from './link-page.ts';
import { readLinkWish } from './unsubscribe-form.ts';

interface PageReply {
  set(headers: Record<string, string>): unknown;
  status(code: number): { send(body: string): unknown };
}

/**
 * `/api/unsubscribe?token=…` and `/api/change?token=…`, without sign-in: the token says what it grants. GET
 * only describes the action; POST stops mail (RFC 8058), makes a change, or undoes. Idempotent.
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
    const { token } = request.query;
    const wish = wishOf(request);
    const page =
      typeof token === 'string' && wish !== null
        ? await answerLink(token, wish, unsubscribeKeys)
        : null;
    if (page === null) {
      log('info', 'unsubscribe-refused', { reason: wish === null ? 'form' : 'token' });
    }
    const html = linkPage(page ?? BAD_LINK, { siteName: from.name, siteUrl });
    answer(reply, page === null ? 400 : 200, html);
  },
);

function wishOf(request: Request) {
  return readLinkWish({
    method: request.method,
    contentType: request.get('content-type') ?? '',
    body: bodyOf(request),
  });
}

function answer(reply: PageReply, status: number, html: string): void {
  reply.set({
    'Content-Security-Policy': LINK_PAGE_POLICY,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'Content-Type': 'text/html; charset=utf-8',
  });
  reply.status(status).send(html);
}
