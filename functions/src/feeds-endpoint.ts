import { onRequest } from 'firebase-functions/v2/https';
import { REGION } from './platform/runtime-options.ts';
import { secretsOf } from './platform/secrets.ts';

/** The address of a private feed: one part after `/feeds/`. */
const PRIVATE = /^\/feeds\/[^/]*$/;

/** Private feeds, `/feeds/{token}.xml` and `.json`, and public ones, `/company/openai.xml`, beside the sitemap. */
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
    // Imported on demand: an instance that serves private feeds alone never searches.
    if (PRIVATE.test(request.path)) {
      const { servePrivateFeed } = await import('./private-feeds/serve-private-feed.ts');
      await servePrivateFeed(request, reply);
    } else {
      const { servePublicFeed } = await import('./public-feeds/serve-public-feed.ts');
      await servePublicFeed(request, reply);
    }
  },
);
