import { type HubQuery, answerHub } from '../../hubs/subscription.ts';
import { MINUTE_MS } from '../../contract/index.ts';
import { isToken, readCallbackPath } from '../../hubs/callback-path.ts';
import { changeSubscription, readSubscription } from '../../hubs/firestore-subscriptions.ts';
import { noteNotification } from '../../hubs/note-notification.ts';
import { appErrorOf } from '../../platform/app-error.ts';
import { type ClientSource, createClientFinder } from '../../platform/clients/client.ts';
import { config } from '../../platform/config.ts';
import { bodyOf } from '../../platform/http/read-request-body.ts';
import { answerInTime, describeCause, statusForOthers } from '../../platform/http/respond.ts';
import { log } from '../../platform/log.ts';
import { createRateLimiter, takeCall } from '../../search/limits/rate-limiter.ts';

/** Max requests per client and minute to callbacks that do not exist. Each reads one document. */
const UNKNOWN_A_MINUTE = 60;

interface CallbackRequest extends ClientSource {
  method: string;
  path: string;
  query: Record<string, unknown>;
  rawBody?: Buffer;
}

interface CallbackReply {
  set(headers: Record<string, string>): CallbackReply;
  status(code: number): { end(body?: string): unknown };
}

interface Answer {
  status: number;
  body?: string;
  outcome: string;
  cause?: string | undefined;
}

const limiter = createRateLimiter({ windowMs: MINUTE_MS });

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'",
  'X-Robots-Tag': 'noindex',
};

/**
 * Serves `/feeds/hub-{id and token}`: a hub verifies or denies a subscription by GET and notifies by POST (WebSub,
 * sections 5.3 and 7). The path grants access and is never logged.
 */
export async function serveHubCallback(
  request: CallbackRequest,
  reply: CallbackReply,
): Promise<void> {
  reply.set(HEADERS);
  const { status, body, ...said } = await answerInTime(() => answer(request)).catch(failed);
  reply.status(status).end(body);
  log(status >= 500 ? 'error' : 'info', 'hub-callback', { status, ...said });
}

function failed(error: unknown): Answer {
  const failure = appErrorOf(error);
  const { code: outcome, cause } = failure;
  return { status: statusForOthers(failure), outcome, cause: describeCause(cause) };
}

async function answer(request: CallbackRequest): Promise<Answer> {
  const path = readCallbackPath(request.path);
  if (path === null) return { status: 404, outcome: 'unknown' };
  if (request.method === 'POST') {
    const signature = singleHeader(request.headers['x-hub-signature']);
    const count = () => countUnknown(request);
    return noteNotification({ ...path, body: bodyOf(request), signature }, Date.now(), count);
  }
  if (request.method !== 'GET') return { status: 405, outcome: 'method' };
  const takeBack = countUnknown(request);
  const known = await readSubscription(path.id);
  if (known === null || !isToken(path.token, known.token)) {
    return { status: 404, outcome: 'unknown' };
  }
  takeBack();
  const answered = answerHub(known, queryOf(request.query), Date.now());
  if (answered.kind === 'unknown') return { status: 404, outcome: 'not-asked-for' };
  const { kind, change } = answered;
  if (change !== null) await changeSubscription(known.id, change);
  return { status: 200, body: kind === 'agreed' ? answered.challenge : '', outcome: kind };
}

/** Throws 'rate-limited'. Returns a function that takes the count back. */
function countUnknown(request: CallbackRequest): () => void {
  clientOf ??= createClientFinder(config().TRUSTED_PROXIES);
  return takeCall(limiter, clientOf(request), Date.now(), UNKNOWN_A_MINUTE);
}

let clientOf: ReturnType<typeof createClientFinder> | undefined;

function queryOf(query: Record<string, unknown>): HubQuery {
  const text = (name: string) => {
    const value = query[`hub.${name}`];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    mode: text('mode'),
    topic: text('topic'),
    challenge: text('challenge'),
    leaseSeconds: text('lease_seconds'),
  };
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
