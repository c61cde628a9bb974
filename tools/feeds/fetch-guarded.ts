import type { FeedFetch, FeedValidators } from '../../functions/src/feeds/feed-model.ts';
import { fetchFeed, type FetchOptions } from '../../functions/src/feeds/fetch/fetch-feed.ts';
import { isLoopbackHost } from '../../functions/src/feeds/fetch/public-host.ts';

/** Reaches this machine only if the address itself names it: a redirect from the web cannot lead here. */
export function fetchGuarded(
  url: string,
  validators: FeedValidators,
  signal?: AbortSignal,
  options: Pick<FetchOptions, 'accept' | 'maxBytes'> = {},
): Promise<FeedFetch> {
  const isOwn = URL.canParse(url) && isLoopbackHost(new URL(url));
  return fetchFeed(url, validators, {
    allowPrivate: isOwn ? isLoopbackHost : () => false,
    ...(signal && { signal }),
    ...options,
  });
}
