import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import type { Client } from '../platform/clients/client.ts';
import { log } from '../platform/log.ts';
import { createRateLimiter, takeCall } from '../search/limits/rate-limiter.ts';
import { apiKeyHash, isApiKey } from '../accounts/api-key-text.ts';
import { appIdOf } from '../accounts/app-token-text.ts';
import type { FoundKey } from '../accounts/firestore-keys.ts';

/** How long a key stays cached. A revoked key, or the key of a disabled account, works for at most this long. */
const KEPT_MS = 30_000;
const MAX_KEPT = 10_000;
/** Max unknown keys per client and minute, because each costs a database read. */
const GUESSES_A_MINUTE = 60;

interface KeyParts {
  readKey: (hash: string) => Promise<FoundKey | null>;
  recordUse: (hash: string, key: FoundKey) => Promise<void>;
  /** Reads the access token of a connected app. */
  readApp: (token: string) => Promise<FoundKey | null>;
  now?: () => number;
}

/** Finds the owner of an API key or of an app's access token. Unknown ones are also cached for {@link KEPT_MS}. */
export function createKeyFinder({ readKey, recordUse, readApp, now = Date.now }: KeyParts) {
  const kept = new Map<string, { key: Promise<FoundKey | null>; atMs: number }>();
  const guesses = createRateLimiter({ windowMs: MINUTE_MS });

  function keep(hash: string, key: Promise<FoundKey | null>): void {
    kept.delete(hash);
    kept.set(hash, { key, atMs: now() });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  function read(text: string, hash: string, client: Client): Promise<FoundKey | null> {
    const refusal = 'too many keys within a minute';
    const takeBack = takeCall(guesses, client, now(), GUESSES_A_MINUTE, refusal);
    const key = isApiKey(text) ? readKey(hash) : readApp(text);
    keep(hash, key);
    key.then(
      (found) => {
        if (found === null) return;
        // Valid keys do not count, because one proxy forwards the calls of many people.
        takeBack();
        use(hash, found);
      },
      () => kept.delete(hash),
    );
    return key;
  }

  function use(hash: string, key: FoundKey): void {
    if (key.lastUsedAtMs !== null && Math.abs(now() - key.lastUsedAtMs) < HOUR_MS) return;
    recordUse(hash, key).catch(() => log('info', 'api-key-use-not-recorded'));
  }

  /** Throws 'key-invalid' if the key is missing or invalid, 'rate-limited' after too many uncached keys. */
  return async function findKey(
    authorization: string | undefined,
    client: Client,
  ): Promise<FoundKey> {
    const [, text = ''] = /^Bearer +(\S{1,100})$/i.exec(authorization ?? '') ?? [];
    if (text === '') {
      throw new AppError('key-invalid', 'send a key in the header: Authorization: Bearer es_…');
    }
    const hash = apiKeyHash(text);
    const known = kept.get(hash);
    const isFresh = known !== undefined && Math.abs(now() - known.atMs) < KEPT_MS;
    const isKey = isApiKey(text) || appIdOf('a', text) !== null;
    const key = isKey ? await (isFresh ? known.key : read(text, hash, client)) : null;
    if (key === null || (key.app !== undefined && key.app.untilMs <= now())) {
      throw new AppError(
        'key-invalid',
        'there is no such key, or its owner’s address is not verified',
      );
    }
    return key;
  };
}
