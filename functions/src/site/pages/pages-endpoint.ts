import { onRequest } from 'firebase-functions/v2/https';
import { clientGone } from '../../platform/http/respond.ts';
import { log } from '../../platform/log.ts';
import { REGION, secretsOf } from '../../platform/runtime-options.ts';
import { openSearchService } from '../../search/search-service.ts';
import { createPages } from './answer-page.ts';
import { sentDocument } from '../sent-document.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreateRenderer, SiteRenderer } from '../../contract/index.ts';
import { guardFunction } from '../../platform/http/guard-request.ts';

/** The site's build writes this folder next to the bundle; both are deployed together. */
const FOLDER = path.join(import.meta.dirname, 'site');

async function loadSiteRenderer(): Promise<SiteRenderer> {
  const template = await readFile(path.join(FOLDER, 'template.html'), 'utf8');
  const program: unknown = await import(pathToFileURL(path.join(FOLDER, 'renderer.mjs')).href);
  // The site's build checks that the program has this type (web/src/prerender/create-renderer.ts).
  const { createRenderer } = program as { createRenderer: CreateRenderer };
  return createRenderer(template);
}

async function openPages() {
  const service = openSearchService();
  const answer = createPages({
    renderer: await loadSiteRenderer(),
    search: async (request, asker) => (await service.search(request, asker)).response,
    show: service.show,
    episodePage: service.episodePage,
    topics: service.topicCounts,
    cacheable: service.cacheable,
  });
  return { service, answer };
}

// Opened by the first request: the deploy tool loads this module without settings.
let opened: ReturnType<typeof openPages> | undefined;

guardFunction('pages', { maxBytes: 0 });

export const pages = onRequest(
  {
    region: REGION,
    memory: '1GiB', // the local copy of the catalogue; two copies during an update
    timeoutSeconds: 30,
    concurrency: 40,
    maxInstances: 20,
    cors: false,
    secrets: secretsOf('catalogue'),
  },
  async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method)) {
      reply.set('Allow', 'GET, HEAD').status(405).end();
      return;
    }
    const startedAt = performance.now();
    const gone = clientGone(reply);
    opened ??= openPages();
    const { service, answer } = await opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    const { pathname, search } = new URL(request.originalUrl, 'http://site');
    const page = await answer(pathname, search, { ...service.callOf(request), gone });
    const { status, headers, body } = sentDocument(page, request);
    // `end`: with `send`, Express would evaluate If-None-Match a second time.
    reply.set(headers).status(status).end(body);
    const { kind } = page;
    log('info', 'page', { kind, status, tookMs: Math.round(performance.now() - startedAt) });
  },
);
