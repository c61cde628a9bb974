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
import type {
  CreatePictures,
  CreateRenderer,
  DrawPicture,
  PictureText,
  SiteRenderer,
} from '../../contract/index.ts';
import { createPictureAnswers } from './answer-picture.ts';
import { guardFunction } from '../../platform/http/guard-request.ts';

/** The site's build writes this folder next to the bundle; both are deployed together. */
const FOLDER = path.join(import.meta.dirname, 'site');

/** The site's build checks that its programs have these types. */
interface SiteProgram {
  createRenderer: CreateRenderer;
  site: { name: string };
}

async function loadSite(): Promise<{ renderer: SiteRenderer; name: string }> {
  const template = await readFile(path.join(FOLDER, 'template.html'), 'utf8');
  const { createRenderer, site } = (await load('renderer.mjs')) as SiteProgram;
  return { renderer: createRenderer(template), name: site.name };
}

function load(program: string): Promise<unknown> {
  return import(pathToFileURL(path.join(FOLDER, program)).href);
}

let drawing: Promise<DrawPicture> | undefined;

/** Returns a PNG. What draws is loaded by the first picture, because pages do not need it. */
async function draw(text: PictureText): Promise<Uint8Array | null> {
  drawing ??= load('pictures.mjs').then((program) => {
    const { createPictures } = program as { createPictures: CreatePictures };
    return createPictures(path.join(FOLDER, 'fonts'));
  });
  const svg = await (await drawing)(text);
  if (svg === null) return null;
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(svg).render().asPng();
}

async function openPages() {
  const service = openSearchService();
  const { episodePage } = service;
  const { renderer, name } = await loadSite();
  const answer = createPages({
    renderer,
    search: async (request, caller) => (await service.search(request, caller)).response,
    show: service.show,
    episodePage,
    topics: service.topicCounts,
    cacheable: service.cacheable,
  });
  const picture = createPictureAnswers({ brand: name, renderer, draw, episodePage });
  return { service, answer, picture };
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
    const { service, answer, picture } = await opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    const { pathname, search } = new URL(request.originalUrl, 'http://site');
    const call = service.callOf(request);
    const drawn = await picture(pathname, search, call);
    if (drawn !== null) {
      reply.set(drawn.headers).status(drawn.status);
      reply.end(request.method === 'HEAD' ? undefined : drawn.body);
      const tookMs = Math.round(performance.now() - startedAt);
      log('info', 'picture', { status: drawn.status, tookMs });
      return;
    }
    const page = await answer(pathname, search, { ...call, gone });
    const { status, headers, body } = sentDocument(page, request);
    // `end`: with `send`, Express would evaluate If-None-Match a second time.
    reply.set(headers).status(status).end(body);
    const { kind } = page;
    log('info', 'page', { kind, status, tookMs: Math.round(performance.now() - startedAt) });
  },
);
