import type { ClientSource } from '../../platform/clients/client.ts';
import { siteIdentity } from '../../platform/config.ts';
import { type CachedReply, type CachedRequest, replyCached } from '../reply-cached.ts';
import { openSearchService } from '../../search/search-service.ts';
import { createFeeds } from './create-feeds.ts';
import { createSitemap } from './create-sitemap.ts';
import { readPublicPages } from '../../platform/public-pages.ts';

function openFeeds() {
  const search = openSearchService();
  const parts = {
    site: siteIdentity(),
    pages: readPublicPages(),
    search,
  };
  return { callOf: search.callOf, feedAt: createFeeds(parts), sitemap: createSitemap(parts) };
}

let service: ReturnType<typeof openFeeds> | undefined;

interface FeedRequest extends CachedRequest, ClientSource {
  path: string;
  url: string;
  headers: ClientSource['headers'] & CachedRequest['headers'];
}

/** Serves `GET /company/openai.xml`, `/search.xml?q=…` (RSS 2.0) and `/sitemap.xml`. */
export async function servePublicFeed(request: FeedRequest, reply: CachedReply): Promise<void> {
  await replyCached('public-feed', request, reply, async () => {
    service ??= openFeeds();
    const { callOf, feedAt, sitemap } = service;
    if (request.path === '/sitemap.xml') return sitemap();
    return feedAt(request.url, callOf(request));
  });
}
