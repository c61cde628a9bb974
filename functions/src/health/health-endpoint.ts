import { onRequest } from 'firebase-functions/v2/https';
import type { CatalogueReader } from '../catalogue/catalogue.ts';
import { openCatalogueReader } from '../catalogue/storage/open-catalogue.ts';
import { type HealthResponse, MAX_SPOKEN_SHOWS, MINUTE_MS } from '../contract/index.ts';
import { config } from '../platform/config.ts';
import { hasDatabase } from '../platform/environment.ts';
import { database } from '../platform/firebase-admin.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { requireMethod, respond } from '../platform/http/respond.ts';
import { errorName, log } from '../platform/log.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { keepFor } from './keep-for.ts';
import { outboxAges, type OutboxAges } from './outbox-ages.ts';
import { gateCounts } from '../catalogue/gate/gate-store.ts';

/** Time limit for the database, whose first call takes seconds, ms. */
const WITHIN_MS = 8_000;

let opened: Promise<CatalogueReader> | undefined;

const gateOf = keepFor(MINUTE_MS, async () => {
  const catalogue = await (opened ??= openCatalogueReader(config().CATALOGUE_URL));
  return catalogue.read(() => gateCounts(Date.now()));
});

/**
 * Ages in the outbox; empty if the database does not answer, so that the catalogue's state is returned all
 * the same.
 */
const agesOf = keepFor(MINUTE_MS, async (): Promise<Partial<OutboxAges>> => {
  if (!hasDatabase()) return {};
  try {
    return await withTimeout(WITHIN_MS, async () => outboxAges(await database(), Date.now()));
  } catch (error) {
    log('warn', 'outbox-not-read', { error: errorName(error) });
    return {};
  }
});

/**
 * `GET /api/health`: the catalogue's state and size, the gate's counts and the age of what waits; no names.
 * `?shows` adds podcasts with transcripts.
 */
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
      const catalogue = await (opened ??= openCatalogueReader(config().CATALOGUE_URL));
      await catalogue.ready();
      const [{ nextFetchAtMs, ...contents }, gate, ages] = await Promise.all([
        catalogue.contents(),
        gateOf(),
        agesOf(),
      ]);
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
        gate,
        ...ages,
      };
      return { body: { ...body, ...shows }, log: { ...body } };
    });
  },
);
