import { gzipSync } from 'node:zlib';
import { AppError } from '../platform/app-error.ts';
import type { SendableDocument } from '../platform/http/sent-document.ts';
import type { RateLimiter } from '../search/limits/rate-limiter.ts';
import type { FoundFeed } from './feed-cache.ts';
import { type FeedFormat, readFeedAddress } from './read-feed-address.ts';

/** Tokens of a client that nothing is known of, within a minute: people have 20 feeds at most. */
const NEW_TOKENS_A_MINUTE = 30;

interface FeedParts {
  find: (hash: string, format: FeedFormat, admit: () => void) => Promise<FoundFeed>;
  limiter: RateLimiter;
  now?: () => number;
}

/** Throws 'rate-limited' for a client who tries many tokens. */
export function createPrivateFeeds({ find, limiter, now = Date.now }: FeedParts) {
  return async function feedAt(path: string, client: string): Promise<SendableDocument> {
    const asked = readFeedAddress(path);
    if (asked === null) return refusal(404, 'There is no such feed.\n');
    const at = now();
    const counted = { isNew: false };
    const found = await find(asked.hash, asked.format, () => {
      const decision = limiter.take(client, 1, at, NEW_TOKENS_A_MINUTE);
      if (!decision.allowed) throw new AppError('rate-limited', 'too many feeds', decision);
      counted.isNew = true;
    });
    if (found === 'unknown') return refusal(404, 'There is no such feed.\n');
    // Only guesses stay counted: a service asks for the feeds of many people.
    if (counted.isNew) limiter.release(client, 1, at);
    return found === 'gone' ? refusal(410, 'This feed has been replaced or deleted.\n') : found;
  };
}

function refusal(status: number, text: string): SendableDocument {
  const body = Buffer.from(text);
  return {
    ...{ status, tag: String(status), plain: body, compressed: gzipSync(body) },
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' },
  };
}
