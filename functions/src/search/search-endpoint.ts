import { onRequest } from 'firebase-functions/v2/https';
import { AppError } from '../platform/app-error.ts';
import { callerAddress } from '../platform/caller.ts';
import { config } from '../platform/config.ts';
import { allowOrigins } from '../platform/cors.ts';
import { requireMethod, respond } from '../platform/respond.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';
import { createProvider } from './create-provider.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { readSearchRequest } from './read-search-request.ts';
import { createSearch } from './search-episodes.ts';

const MINUTE_MS = 60_000;

function createService() {
  const settings = config();
  const provider = createProvider(settings);
  return {
    provider: provider.name,
    search: createSearch({ provider }),
    limiter: createRateLimiter({ limit: settings.searchRequestsPerMinute, windowMs: MINUTE_MS }),
  };
}

// Made at the first request: the deploy tool loads this module without any settings.
let service: ReturnType<typeof createService> | undefined;

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
    if (allowOrigins(config().corsOrigins, request, reply)) return;
    await respond('search', reply, async () => {
      requireMethod(request, reply, 'POST');
      service ??= createService();
      const decision = service.limiter.take(callerAddress(request), Date.now());
      if (!decision.allowed) {
        throw new AppError('rate-limited', 'too many searches within a minute', decision);
      }
      const { response, source } = await service.search(readSearchRequest(request.rawBody));
      return {
        body: response,
        log: { provider: service.provider, source, total: response.total },
      };
    });
  },
);
