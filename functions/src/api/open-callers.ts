import { MINUTE_MS } from '../contract/index.ts';
import { type ClientSource, createClientFinder } from '../platform/clients/client.ts';
import { config, siteIdentity } from '../platform/config.ts';
import { AppError } from '../platform/app-error.ts';
import { createRateLimiter, takeCall } from '../search/limits/rate-limiter.ts';
import { countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import {
  createSearchAllowance,
  createSearchCalls,
  requireAllowed,
  type SearchCall,
} from '../search/limits/search-allowance.ts';
import { openSearchService } from '../search/search-service.ts';
import { firestoreAlerts } from './alerts/firestore-alerts.ts';
import { ownChannels } from './channels/own-channels.ts';
import { createKeyFinder } from './find-key.ts';
import { readAppToken, recordAppUse } from '../accounts/firestore-apps.ts';
import { readKey, recordUse } from '../accounts/firestore-keys.ts';
import type { Caller } from './operations/operation.ts';

/** Max requests per key and instance, whatever their cost. */
const REQUESTS_A_MINUTE = 600;

/** Max refused exchanges of tokens per client and minute, because each may cost a database read. */
const GUESSES_A_MINUTE = 60;

/** How many alert documents cost one unit. Fewer documents are free. */
const READS_A_UNIT = 100;

export interface Allowance {
  limit: number;
  left: number;
}

/** @param onCharged Called after each charge with the remaining allowance. */
type CallerOf<C> = (
  request: ClientSource,
  gone: AbortSignal,
  onCharged: (allowance: Allowance) => void,
) => C;

interface Callers {
  /** Counts an exchange of tokens. Throws 'rate-limited'. Returns a function that takes it back. */
  takeGuess: (request: ClientSource) => ReturnType<typeof takeCall>;
  /** Throws 'key-invalid' or 'rate-limited'. */
  owner: CallerOf<Promise<Caller>>;
  /** An assistant without a key: it finds what a visitor of the site finds. Throws 'rate-limited'. */
  visitor: CallerOf<Caller>;
}

/** How much more than a visitor of the site assistants without a key may ask from one address: many share a few. */
const ASSISTANTS_AN_ADDRESS = 10;

/**
 * Resolves the caller of a request by its key, or an assistant without a key. Call it on the first request: the deploy
 * tool loads the functions without settings.
 */
export function openCallers() {
  const service = openSearchService();
  const findKey = createKeyFinder({
    readKey,
    readApp: readAppToken,
    recordUse: (hash, key) => (key.app === undefined ? recordUse(hash, key) : recordAppUse(key)),
  });
  const guesses = createRateLimiter({ windowMs: MINUTE_MS });
  const requests = createRateLimiter({ windowMs: MINUTE_MS });
  const {
    SEARCH_REQUESTS_PER_MINUTE: limit,
    TRUSTED_PROXIES: proxies,
    RATE_LIMIT_STORE: store,
  } = config();
  const isShared = store === 'firestore';
  const clientOf = createClientFinder(proxies);
  const siteUrl = siteIdentity().url;

  const visitorCallOf = createSearchCalls({
    clientOf,
    ready: null,
    allow: createSearchAllowance({
      perMinute: limit * ASSISTANTS_AN_ADDRESS,
      visitors: 'assistants',
      countShared: isShared ? countInFirestore : null,
    }),
  });

  function searching(
    { client, allow }: SearchCall,
    most: number,
    gone: AbortSignal,
    followedBy: () => Promise<readonly string[]>,
    onCharged: (allowance: Allowance) => void,
  ) {
    const charge = async (keywords: readonly string[], units?: number) => {
      const charged = await allow(keywords, units);
      onCharged({ limit: most, left: charged.allowed ? charged.left : 0 });
      requireAllowed(charged);
    };
    const search: Caller['search'] = async (asked) => {
      const followed = await followedBy();
      return (await service.search(asked, { client, gone, followed })).response;
    };
    return {
      charge: (keywords: readonly string[]) => charge(keywords),
      async chargeReads(documents: number) {
        const units = Math.floor(documents / READS_A_UNIT);
        if (units > 0) await charge([], units);
      },
      search,
      episode: async (lookup) => service.episode({ ...lookup, followed: await followedBy() }),
      speech: async (lookup) => service.speech({ ...lookup, followed: await followedBy() }),
      siteUrl,
      nowMs: Date.now(),
    } satisfies Omit<Caller, 'kind' | 'scopes' | 'alerts' | 'channels'>;
  }

  const callers: Callers = {
    takeGuess: (request) => takeCall(guesses, clientOf(request), Date.now(), GUESSES_A_MINUTE),
    async owner(request, gone, onCharged) {
      const { authorization } = request.headers;
      const key = await findKey([authorization].flat()[0], clientOf(request));
      const decision = requests.take(key.keyId, 1, Date.now(), REQUESTS_A_MINUTE);
      if (!decision.allowed) throw new AppError('rate-limited', 'too many requests', decision);
      // User ids contain no space, so this counter cannot be a person's.
      const call = service.callOf(request, `key ${key.keyId}`);
      const followedBy = () => service.followedBy(key.uid);
      const own = searching(call, limit, gone, followedBy, onCharged);
      return {
        ...own,
        kind: key.app === undefined ? 'key' : 'app',
        scopes: key.scopes,
        alerts: firestoreAlerts(key.uid),
        channels: ownChannels(key.uid, async (asked) => {
          await own.charge(asked.keywords);
          return own.search(asked);
        }),
      };
    },
    visitor(request, gone, onCharged) {
      const call = visitorCallOf(request);
      const decision = requests.take(`assistant ${call.client}`, 1, Date.now(), REQUESTS_A_MINUTE);
      if (!decision.allowed) throw new AppError('rate-limited', 'too many requests', decision);
      const most = limit * ASSISTANTS_AN_ADDRESS;
      const none = () => Promise.resolve([]);
      return {
        ...searching(call, most, gone, none, onCharged),
        kind: 'visitor',
        scopes: [],
        alerts: NOBODYS,
        channels: NOBODYS,
      };
    },
  };
  return callers;
}

/** Operations on a person's data check the scope first, so nothing reaches these stores. */
const NOBODYS = new Proxy({} as Caller['alerts'] & Caller['channels'], {
  get() {
    throw new AppError('key-invalid', 'this needs a key');
  },
});
