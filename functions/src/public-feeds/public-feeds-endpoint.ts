import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onRequest } from 'firebase-functions/v2/https';
import { config, siteIdentity } from '../platform/config.ts';
import { replyCached } from '../platform/http/reply-cached.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';
import { openSearchService } from '../search/search-service.ts';
import { createFeeds } from './create-feeds.ts';
import { createSitemap } from './create-sitemap.ts';
import { readPublicPages } from './public-page.ts';

const PAGES_FILE = path.join(import.meta.dirname, 'public-pages.json');

function openFeeds() {
  const search = openSearchService();
  const parts = {
    site: siteIdentity(),
    pages: readPublicPages(readFileSync(PAGES_FILE, 'utf8')),
    search,
  };
  // Feed readers cannot send an App Check token.
  const feedAt = createFeeds({ ...parts, anySearch: config().APP_CHECK === 'off' });
  return { callOf: search.callOf, feedAt, sitemap: createSitemap(parts) };
}

let service: ReturnType<typeof openFeeds> | undefined;

/** `GET /company/openai.xml`, `/search.xml?q=…` (RSS 2.0) and `/sitemap.xml`. */
export const publicFeeds = onRequest(
  {
    region: REGION,
    memory: '1GiB', // the local copy of the catalogue; two copies during an update
    timeoutSeconds: 30,
    concurrency: 80,
    maxInstances: 5, // few requests pass the CDN
    cors: false,
    secrets: secretsOf('catalogue'),
  },
  async (request, reply) => {
    await replyCached('public-feed', request, reply, async () => {
      service ??= openFeeds();
      const { callOf, feedAt, sitemap } = service;
      if (request.path === '/sitemap.xml') return sitemap();
      return feedAt(request.url, callOf(request));
    });
  },
);
