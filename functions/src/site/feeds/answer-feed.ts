import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Client } from '../../platform/clients/client.ts';
import {
  type DocumentRequest,
  hasVersion,
  type SentDocument,
  takesGzip,
} from '../sent-document.ts';
import { type RateLimiter, takeCall } from '../../search/limits/rate-limiter.ts';
import type { createFeedCache } from './feed-cache.ts';
import { feedHeaders, feedTag } from './feed-documents.ts';
import { readFeedAddress } from './read-feed-address.ts';

/**
 * Max invalid tokens per client and minute. More than a person's 20 feeds, because a token counts until it is found
 * valid.
 */
const NEW_TOKENS_A_MINUTE = 30;

interface FeedParts {
  cache: ReturnType<typeof createFeedCache>;
  limiter: RateLimiter;
  now?: () => number;
}

interface FeedRequest extends DocumentRequest {
  path: string;
}

const uncompress = promisify(gunzip);

/** Answers 304 without reading items. Throws 'rate-limited' after too many invalid tokens. */
export function createPrivateFeeds({ cache, limiter, now = Date.now }: FeedParts) {
  return async function answer(request: FeedRequest, client: Client): Promise<SentDocument> {
    const asked = readFeedAddress(request.path);
    if (asked === null) return UNKNOWN;
    const { hash, format } = asked;
    const counted = { takeBack: null as (() => void) | null };
    const version = await cache.version(hash, () => {
      counted.takeBack = takeCall(limiter, client, now(), NEW_TOKENS_A_MINUTE);
    });
    if (version === 'unknown') return UNKNOWN;
    // Only invalid tokens stay counted: a feed service requests the feeds of many people.
    counted.takeBack?.();
    if (version === 'gone') return GONE;
    const headers = feedHeaders(version, format);
    const tag = feedTag(version, format);
    if (hasVersion(request, { tag, changedAtMs: version.changedAtMs })) {
      return { status: 304, headers, body: null };
    }
    const document = await cache.document(hash, version, format);
    if (document === null) return UNKNOWN;
    const isCompressed = takesGzip(request);
    const body = isCompressed ? document : await uncompress(document);
    return {
      status: 200,
      headers: {
        ...headers,
        Vary: 'Accept-Encoding',
        'Content-Length': String(body.length),
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      },
      body: request.method === 'HEAD' ? null : body,
    };
  };
}

const UNKNOWN = refusal(404, 'There is no such feed.\n');
const GONE = refusal(410, 'This feed has been replaced or deleted.\n');

function refusal(status: number, text: string): SentDocument {
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };
  return { status, headers, body: Buffer.from(text) };
}
