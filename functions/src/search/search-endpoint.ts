import type { Auth } from 'firebase-admin/auth';
import { onRequest } from 'firebase-functions/v2/https';
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
import { type AskedOfSearch, readSearchRequest, withWishes } from './read-search-request.ts';
import { openSearchService, type SearchService } from './search-service.ts';
import { requireAllowed } from './limits/search-call.ts';

let service: SearchService | undefined;

/**
 * The request, or the error in it. The error is not thrown yet, because malformed requests count against the
 * rate limit, too.
 */
function readOrRefuse(
  rawBody: Uint8Array | undefined,
  wishes: string | undefined,
): AskedOfSearch | AppError {
  try {
    return withWishes(readSearchRequest(rawBody), wishes);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** `POST /api/search`. Bodies: `search.ts`, `speech.ts` and `show-page.ts` in `contract/episodes`; errors: `contract/api-error.ts`. */
export const search = onRequest(
  {
    region: REGION,
    memory: '1GiB', // the copy of the catalogue, twice during an update
    timeoutSeconds: 30,
    concurrency: 80,
    maxInstances: 20,
    cors: false,
    secrets: secretsOf('catalogue'),
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
      const asked = readOrRefuse(request.rawBody, request.header('prefer'));
      const uid = await verifiedUid(request.headers.authorization, accounts());
      const { client, allow } = service.callOf(request, uid);
      const [decision, followed] = await Promise.all([
        allow('keywords' in asked ? asked.keywords : []),
        service.followedBy(uid),
      ]);
      requireAllowed(decision);
      if (asked instanceof AppError) throw asked;
      const { provider } = service;
      try {
        if ('around' in asked) {
          const { json, total } = await service.speech({ ...asked.around, followed }, gone);
          return { json, log: { provider, source: 'speech', total } };
        }
        if ('show' in asked) {
          const { json, total } = await service.show(asked.show, gone);
          return { json, log: { provider, source: 'show', total } };
        }
        const { response, source } = await service.search(asked, { client, gone, followed });
        return { json: response.json, log: { provider, source, total: response.total } };
      } catch (error) {
        if (!gone.aborted) throw error;
        // The client has disconnected, which is no error.
        return { body: null, log: { provider, gone: true } };
      }
    });
  },
);

/** Timeout of verifying a token, which fetches Google's keys a few times a day; milliseconds. */
const DEADLINE_MS = 2_000;

/**
 * The user id in the identity token, for the rate limit and the person's shows. Null if the token is missing
 * or invalid, or cannot be verified.
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
    return null; // expired or forged, or Google's keys are unavailable
  }
}
