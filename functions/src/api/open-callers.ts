import { MINUTE_MS } from '../contract/index.ts';
import { type ClientSource, createClientFinder } from '../platform/clients/client.ts';
import { config, siteIdentity } from '../platform/config.ts';
import { AppError } from '../platform/app-error.ts';
import { createRateLimiter } from '../search/limits/rate-limiter.ts';
import { requireAllowed } from '../search/limits/search-allowance.ts';
import { openSearchService } from '../search/search-service.ts';
import { firestoreAlerts } from './alerts/firestore-alerts.ts';
import { ownChannels } from './channels/own-channels.ts';
import { createKeyFinder } from './find-key.ts';
import { readKey, recordUse } from '../accounts/firestore-keys.ts';
import type { Caller } from './operations/operation.ts';

/** Max requests per key and instance, whatever their cost. */
const REQUESTS_A_MINUTE = 600;

/** How many alert documents cost one unit. Fewer documents are free. */
const READS_A_UNIT = 100;

export interface Allowance {
  limit: number;
  left: number;
}

/**
 * Resolves the caller of a request by its key. Call it on the first request: the deploy tool loads the functions
 * without settings.
 */
export function openCallers() {
  const service = openSearchService();
  const findKey = createKeyFinder({ readKey, recordUse });
  const requests = createRateLimiter({ windowMs: MINUTE_MS });
  const { SEARCH_REQUESTS_PER_MINUTE: limit, TRUSTED_PROXIES: proxies } = config();
  const clientOf = createClientFinder(proxies);
  const siteUrl = siteIdentity().url;

  /**
   * Throws 'key-invalid' or 'rate-limited'.
   * @param onCharged Called after each charge with the remaining allowance.
   */
  return async function callerOf(
    request: ClientSource,
    gone: AbortSignal,
    onCharged: (allowance: Allowance) => void,
  ): Promise<Caller> {
    const { authorization } = request.headers;
    const key = await findKey([authorization].flat()[0], clientOf(request));
    const decision = requests.take(key.keyId, 1, Date.now(), REQUESTS_A_MINUTE);
    if (!decision.allowed) throw new AppError('rate-limited', 'too many requests', decision);
    // User ids contain no space, so this counter cannot be a person's.
    const { client, allow } = service.callOf(request, `key ${key.keyId}`);
    const followedBy = () => service.followedBy(key.uid);
    const charge = async (keywords: readonly string[], units?: number) => {
      const charged = await allow(keywords, units);
      onCharged({ limit, left: charged.allowed ? charged.left : 0 });
      requireAllowed(charged);
    };
    const search: Caller['search'] = async (asked) => {
      const { response } = await service.search(asked, {
        client,
        gone,
        followed: await followedBy(),
      });
      return response;
    };
    return {
      scopes: key.scopes,
      charge: (keywords) => charge(keywords),
      async chargeReads(documents) {
        const units = Math.floor(documents / READS_A_UNIT);
        if (units > 0) await charge([], units);
      },
      search,
      episode: async (lookup) => service.episode({ ...lookup, followed: await followedBy() }),
      speech: async (lookup) => service.speech({ ...lookup, followed: await followedBy() }),
      alerts: firestoreAlerts(key.uid),
      channels: ownChannels(key.uid, async (asked) => {
        await charge(asked.keywords);
        return search(asked);
      }),
      siteUrl,
      nowMs: Date.now(),
    };
  };
}
