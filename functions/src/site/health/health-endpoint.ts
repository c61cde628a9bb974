import { onRequest } from 'firebase-functions/v2/https';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { openCatalogue } from '../../catalogue/file/open-catalogue.ts';
import { type HealthResponse, MAX_SPOKEN_SHOWS, MINUTE_MS } from '../../contract/index.ts';
import { type ClientSource, createClientFinder } from '../../platform/clients/client.ts';
import { config } from '../../platform/config.ts';
import { hasDatabase } from '../../platform/environment.ts';
import { database } from '../../platform/firebase-admin.ts';
import { allowOrigins } from '../../platform/http/cors.ts';
import { requireMethod, respond } from '../../platform/http/respond.ts';
import { errorName, log } from '../../platform/log.ts';
import { REGION, secretsOf } from '../../platform/runtime-options.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { createRateLimiter, takeCall } from '../../search/limits/rate-limiter.ts';
import { keepFor } from './keep-for.ts';
import { outboxAges, type OutboxAges } from './outbox-ages.ts';
import { openObjects } from '../../catalogue/file/object-store.ts';
import { transcriptionReport } from '../../transcription/ledger/transcription-report.ts';
import { readLedger } from '../../transcription/ledger/ledger-store.ts';
import { transcriptionSettings } from '../../transcription/services/services.ts';
import { guardFunction } from '../../platform/http/guard-request.ts';

/** Timeout of the database, whose first call takes seconds. */
const WITHIN_MS = 8_000;

let opened: Promise<Catalogue> | undefined;

const SHOWS_A_MINUTE = 20;

const asked = createRateLimiter({ windowMs: MINUTE_MS });

const spokenShows = keepFor(MINUTE_MS, async () => {
  const catalogue = await (opened ??= openCatalogue(config().CATALOGUE_URL));
  return catalogue.spokenShows(MAX_SPOKEN_SHOWS);
});

/** Throws 'rate-limited'. */
async function showsFor(source: ClientSource) {
  const client = createClientFinder(config().TRUSTED_PROXIES)(source);
  takeCall(asked, client, Date.now(), SHOWS_A_MINUTE);
  return { shows: await spokenShows() };
}

/** Returns no ages if the database does not respond, so that the state of the catalogue is returned nevertheless. */
const agesOf = keepFor(MINUTE_MS, async (): Promise<Partial<OutboxAges>> => {
  if (!hasDatabase()) return {};
  try {
    return await withTimeout(WITHIN_MS, async () => outboxAges(await database(), Date.now()));
  } catch (error) {
    log('warn', 'outbox-not-read', { error: errorName(error) });
    return {};
  }
});

const transcriptionNow = keepFor(MINUTE_MS, async (): Promise<Pick<HealthResponse, 'hearing'>> => {
  try {
    const transcription = await withTimeout(WITHIN_MS, () => readTranscription());
    return transcription === null ? {} : { hearing: transcription };
  } catch (error) {
    log('warn', 'hearing-not-read', { error: errorName(error) });
    return {};
  }
});

guardFunction('health', { maxBytes: 0 });

/**
 * `GET /api/health` returns counts and ages, but no names. With `?shows`, it also lists the podcasts with
 * transcripts.
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
      const catalogue = await (opened ??= openCatalogue(config().CATALOGUE_URL));
      await catalogue.ready();
      const [{ nextFetchAtMs, ...contents }, ages, transcription] = await Promise.all([
        catalogue.contents(),
        agesOf(),
        transcriptionNow(),
      ]);
      const shows = request.query['shows'] === undefined ? {} : await showsFor(request);
      const checkedAtMs = catalogue.checkedAtMs();
      const body: HealthResponse = {
        status: contents.episodes > 0 ? 'ok' : 'empty',
        ...contents,
        ...(nextFetchAtMs !== null && { lateMs: Math.max(0, Date.now() - nextFetchAtMs) }),
        ...(checkedAtMs !== null && { checkedAtMs }),
        ...ages,
        ...transcription,
      };
      return { body: { ...body, ...shows }, log: { ...body } };
    });
  },
);

const [MINUTE_S, HOUR_S] = [60, 3600];

/** Returns null if transcription is not configured. */
async function readTranscription(now = Date.now()): Promise<HealthResponse['hearing'] | null> {
  const settings = transcriptionSettings();
  if (settings === null) return null;
  const ledger = await readLedger(openObjects(config().TRANSCRIPTS_URL));
  const report = transcriptionReport(ledger, settings.endpoint, now);
  const { usedSeconds, waiting, failed, weekSeconds, stopped } = report;
  return {
    minutesToday: Math.ceil(usedSeconds / MINUTE_S),
    minutesADay: settings.secondsADay / MINUTE_S,
    waiting,
    failed,
    hoursThisWeek: Math.floor(weekSeconds / HOUR_S),
    ...(stopped !== null && { stopped }),
  };
}
