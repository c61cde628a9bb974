import type { Auth } from 'firebase-admin/auth';
import { onRequest } from 'firebase-functions/v2/https';
import type { SearchRequest } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { requireVerifiedApp } from '../platform/http/app-check.ts';
import { config } from '../platform/config.ts';
import { clientGone } from '../platform/http/client-gone.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { accounts, appCheck } from '../platform/firebase-admin.ts';
import { requireMethod, respond } from '../platform/http/respond.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { readSearchRequest } from './read-search-request.ts';
import { openSearchService, type SearchService } from './search-service.ts';
import { requireAllowed } from './limits/search-call.ts';

let service: SearchService | undefined;

/**
 * The search that a body asks for, or the reason it cannot be read: such requests are counted, too.
 */
function readOrRefuse(rawBody: Uint8Array | undefined): SearchRequest | AppError {
  try {
    return readSearchRequest(rawBody);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** `POST /api/search`: see `contract/search.ts` for the bodies, `contract/api-error.ts` for failures. */
export const search = onRequest(
  {
    region: REGION,
    memory: '1GiB', // a copy of the catalogue is held in memory, two while one takes over
    timeoutSeconds: 30,
    concurrency: 80,
    maxInstances: 20,
    cors: false,
    secrets: secretsOf('search'),
  },
  async (request, reply) => {
    if (allowOrigins(config().CORS_ORIGINS, request, reply)) return;
    const gone = clientGone(reply);
    await respond('search', reply, async () => {
      requireMethod(request, reply, 'POST');
      service ??= openSearchService();
      if (config().APP_CHECK === 'enforce') {
        await requireVerifiedApp(request.headers['x-firebase-appcheck'], await appCheck());
      }
      const asked = readOrRefuse(request.rawBody);
      const uid = await verifiedUid(request.headers.authorization, accounts());
      const { client, allow } = service.callOf(request, uid);
      requireAllowed(await allow(asked instanceof AppError ? [] : asked.keywords));
      if (asked instanceof AppError) throw asked;
      const { provider } = service;
      try {
        const { response, source } = await service.search(asked, { client, gone });
        return { json: response.json, log: { provider, source, total: response.total } };
      } catch (error) {
        if (!gone.aborted) throw error;
        // Nobody hears it, and nothing is wrong.
        return { body: null, log: { provider, gone: true } };
      }
    });
  },
);

/** Google's keys are fetched a few times a day; a search waits no longer than this for them. */
const DEADLINE_MS = 2_000;

/**
 * The signed-in person, by the identity token in an `Authorization` header; null without a valid
 * one. For counting only: a bad token is not refused, its client counts as a visitor.
 */
async function verifiedUid(
  header: string | undefined,
  auth: Pick<Auth, 'verifyIdToken'>,
): Promise<string | null> {
  const [, token] = /^Bearer ([\w.-]{1,4096})$/.exec(header ?? '') ?? [];
  if (token === undefined) return null;
  try {
    return (await withTimeout(DEADLINE_MS, () => auth.verifyIdToken(token))).uid;
  } catch {
    return null; // expired, forged, or unprovable just now: counted by address, like any visitor
  }
}
