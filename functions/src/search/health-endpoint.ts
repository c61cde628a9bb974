import { onRequest } from 'firebase-functions/v2/https';
import { catalogueContents } from '../catalogue/catalogue-contents.ts';
import { type Catalogue, openCatalogue } from '../catalogue/open-catalogue.ts';
import type { HealthResponse } from '../contract/index.ts';
import { config } from '../platform/config.ts';
import { allowOrigins } from '../platform/cors.ts';
import { requireMethod, respond } from '../platform/respond.ts';
import { REGION } from '../platform/runtime-options.ts';

let catalogue: Catalogue | undefined;

/** `GET /api/health`: whether the catalogue can be read, and how much is in it. */
export const health = onRequest(
  { region: REGION, memory: '256MiB', timeoutSeconds: 10, maxInstances: 5, cors: false },
  async (request, reply) => {
    if (allowOrigins(config().corsOrigins, request, reply)) return;
    await respond('health', reply, () => {
      requireMethod(request, reply, 'GET');
      catalogue ??= openCatalogue(config().catalogueUrl);
      const contents = catalogueContents(catalogue);
      const body: HealthResponse = { status: contents.episodes > 0 ? 'ok' : 'empty', ...contents };
      return Promise.resolve({ body, log: { ...contents } });
    });
  },
);
