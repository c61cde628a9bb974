import { onRequest } from 'firebase-functions/v2/https';
import { STATUS_OF_CODE } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { answerInTime } from '../../platform/http/respond.ts';
import { bodyOf } from '../../platform/http/read-request-body.ts';
import { mailConfig } from '../../platform/config.ts';
import { REGION, secretsOf } from '../../platform/runtime-options.ts';
import { log } from '../../platform/log.ts';
import { answerLink } from './answer-link.ts';
import { BAD_LINK, LATE_LINK, LINK_PAGE_POLICY, linkPage } from './link-page.ts';
import { MAX_FORM_BYTES, readLinkForm } from './unsubscribe-form.ts';
import { guardFunction } from '../../platform/http/guard-request.ts';

interface PageReply {
  set(headers: Record<string, string>): unknown;
  status(code: number): { send(body: string): unknown };
}

guardFunction('unsubscribe', { maxBytes: MAX_FORM_BYTES });

/**
 * Serves `/api/unsubscribe?token=…` and `/api/change?token=…` without sign-in, because the token grants one action.
 * GET only describes the action; a button on that page performs or undoes it. A bare POST to the address in
 * `List-Unsubscribe` stops all mail (RFC 8058). Idempotent.
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
    const contentType = request.get('content-type') ?? '';
    const form =
      request.method === 'POST' ? readLinkForm({ contentType, body: bodyOf(request) }) : null;
    const site = { siteName: from.name, siteUrl };
    let answered: Awaited<ReturnType<typeof answerLink>> | null = null;
    try {
      if (typeof token === 'string') {
        answered = await answerInTime(() => answerLink(token, form, unsubscribeKeys));
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log('error', 'unsubscribe-failed', { code: error.code });
      answer(reply, STATUS_OF_CODE[error.code], linkPage(LATE_LINK, { ...site, proof: '' }));
      return;
    }
    const isAccepted = answered?.isAccepted === true;
    if (!isAccepted) {
      log('info', 'unsubscribe-refused', { reason: answered === null ? 'token' : 'form' });
    }
    const { page = BAD_LINK, proof = '' } = answered ?? {};
    answer(reply, isAccepted ? 200 : 400, linkPage(page, { ...site, proof }));
  },
);

function answer(reply: PageReply, status: number, html: string): void {
  reply.set({
    'Content-Security-Policy': LINK_PAGE_POLICY,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'Content-Type': 'text/html; charset=utf-8',
  });
  reply.status(status).send(html);
}
