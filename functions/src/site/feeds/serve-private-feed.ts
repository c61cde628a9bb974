import { readFeed, readFeedVersion } from '../../delivery/channels/firestore-feeds.ts';
import { MINUTE_MS } from '../../contract/index.ts';
import { appErrorOf } from '../../platform/app-error.ts';
import { type ClientSource, createClientFinder } from '../../platform/clients/client.ts';
import { config, siteIdentity } from '../../platform/config.ts';
import {
  answerInTime,
  describeCause,
  errorBody,
  retryAfterHeader,
  statusForOthers,
} from '../../platform/http/respond.ts';
import { log } from '../../platform/log.ts';
import { createRateLimiter } from '../../search/limits/rate-limiter.ts';
import { createPrivateFeeds } from './answer-feed.ts';
import { createFeedCache } from './feed-cache.ts';
import { feedDocument, PRIVATE_HEADERS } from './feed-documents.ts';

const RETRY_AFTER_MS = 30_000;

function openFeeds() {
  const site = siteIdentity();
  const cache = createFeedCache({
    readVersion: (hash, known) => readFeedVersion(hash, known, Date.now()),
    render: async (hash, channelId, format) => {
      const feed = await readFeed(hash, channelId);
      return feed === null ? null : feedDocument(feed, format, site);
    },
  });
  return {
    clientOf: createClientFinder(config().TRUSTED_PROXIES),
    answer: createPrivateFeeds({ cache, limiter: createRateLimiter({ windowMs: MINUTE_MS }) }),
  };
}

let opened: ReturnType<typeof openFeeds> | undefined;

interface FeedRequest extends ClientSource {
  method: string;
  path: string;
}

interface FeedReply {
  set(headers: Record<string, string>): FeedReply;
  set(name: string, value: string): FeedReply;
  status(code: number): { end(body?: Buffer | null): unknown };
}

/** Serves `GET /feeds/{token}.xml` (RSS) or `.json` (JSON Feed). The token grants access and is never logged. */
export async function servePrivateFeed(request: FeedRequest, reply: FeedReply): Promise<void> {
  const startedAt = performance.now();
  const took = () => ({ tookMs: Math.round(performance.now() - startedAt) });
  reply.set(PRIVATE_HEADERS);
  if (!['GET', 'HEAD'].includes(request.method)) {
    reply.set('Allow', 'GET, HEAD').status(405).end();
    return;
  }
  try {
    opened ??= openFeeds();
    const { clientOf, answer } = opened;
    const client = clientOf(request);
    const { status, headers, body } = await answerInTime(() => answer(request, client));
    // `end` instead of `send`: Express would evaluate If-None-Match a second time.
    reply.set(headers).status(status).end(body);
    log('info', 'private-feed', { status, ...took() });
  } catch (error) {
    const failure = appErrorOf(error);
    const status = statusForOthers(failure);
    const isOurs = status === 503;
    const waitMs = (isOurs ? undefined : failure.retryAfterMs) ?? RETRY_AFTER_MS;
    const { code, message } = errorBody(failure).error;
    reply.set({
      'Retry-After': retryAfterHeader(waitMs),
      'Content-Type': 'text/plain; charset=utf-8',
    });
    reply.status(status).end(Buffer.from(`${code}: ${message}\n`));
    log(isOurs ? 'error' : 'info', 'private-feed', {
      status,
      ...took(),
      ...(isOurs && { cause: describeCause(error) }),
    });
  }
}
