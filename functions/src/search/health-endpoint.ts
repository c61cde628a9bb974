import { onRequest } from 'firebase-functions/v2/https';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { openCatalogue } from '../catalogue/storage/open-catalogue.ts';
import { type HealthResponse, MAX_SPOKEN_SHOWS } from '../contract/index.ts';
import { config } from '../platform/config.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { requireMethod, respond } from '../platform/http/respond.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';

let opened: Promise<Catalogue> | undefined;

/** `GET /api/health`: the catalogue's state and size; `?shows` adds podcasts with transcripts. */
export const health = onRequest(
  {
    region: REGION,
    memory: '1GiB', // the copy of the catalogue, twice during an update
    timeoutSeconds: 30,
    maxInstances: 5,
    cors: false,
    secrets: secretsOf('catalogue'),
  },
  async (request, reply) => {
    if (allowOrigins(config().CORS_ORIGINS, request, reply)) return;
    await respond('health', reply, async () => {
      requireMethod(request, reply, 'GET');
      const catalogue = await (opened ??= openCatalogue(config().CATALOGUE_URL));
      await catalogue.ready();
      const { nextFetchAtMs, ...contents } = await catalogue.contents();
      const shows =
        request.query['shows'] === undefined
          ? {}
          : { shows: await catalogue.spokenShows(MAX_SPOKEN_SHOWS) };
      const checkedAtMs = catalogue.checkedAtMs();
      const body: HealthResponse = {
        status: contents.episodes > 0 ? 'ok' : 'empty',
        ...contents,
        ...(nextFetchAtMs !== null && { lateMs: Math.max(0, Date.now() - nextFetchAtMs) }),
        ...(checkedAtMs !== null && { checkedAtMs }),
      };
      return { body: { ...body, ...shows }, log: { ...body } };
    });
  },
);
