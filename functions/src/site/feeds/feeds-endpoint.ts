import { onRequest } from 'firebase-functions/v2/https';
import { REGION, secretsOf } from '../../platform/runtime-options.ts';
import { guardFunction } from '../../platform/http/guard-request.ts';

const PRIVATE = /^\/feeds\/[^/]*$/;

const HUB_CALLBACK = /^\/feeds\/hub-[^/.]*$/;

/** Bytes. A hub's notification is not used, but its signature covers all of it. */
const MAX_NOTIFICATION_BYTES = 1_000_000;

guardFunction('feeds', (path) => ({
  maxBytes: HUB_CALLBACK.test(path) ? MAX_NOTIFICATION_BYTES : 0,
}));

/** Serves `/feeds/{token}.xml` or `.json`, `/feeds/hub-{token}` for hubs of feeds, `/company/openai.xml`, `/search.xml?q=…` and `/sitemap.xml`. */
export const feeds = onRequest(
  {
    region: REGION,
    memory: '1GiB', // the catalogue's copy for public feeds, twice during a change; 50 MB of private feeds
    timeoutSeconds: 30,
    concurrency: 80,
    maxInstances: 10, // few requests for public feeds pass the CDN
    cors: false,
    secrets: secretsOf('catalogue'),
  },
  async (request, reply) => {
    // Lazy: an instance that serves only private feeds loads no search.
    if (HUB_CALLBACK.test(request.path)) {
      const { serveHubCallback } = await import('./serve-hub-callback.ts');
      await serveHubCallback(request, reply);
    } else if (PRIVATE.test(request.path)) {
      const { servePrivateFeed } = await import('./serve-private-feed.ts');
      await servePrivateFeed(request, reply);
    } else {
      const { servePublicFeed } = await import('./serve-public-feed.ts');
      await servePublicFeed(request, reply);
    }
  },
);
