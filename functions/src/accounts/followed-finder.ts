import { MINUTE_MS } from '../contract/index.ts';
import { log } from '../platform/log.ts';
import { withTimeout } from '../platform/with-timeout.ts';

/** How long a newly followed show can be missing from the person's searches. */
const CACHE_TTL_MS = MINUTE_MS / 2;
const MAX_CACHED = 2_000;
const TIMEOUT_MS = 1_000;
/** How long to wait after a failed read before the next attempt. */
const PAUSE_MS = 10_000;

export type FollowedFinder = (uid: string | null) => Promise<readonly string[]>;

interface FinderParts {
  read: (uid: string) => Promise<readonly string[]>;
  now?: () => number;
}

/** If a read fails or times out, the search runs as for a person who follows nothing. */
export function createFollowedFinder({ read, now = Date.now }: FinderParts): FollowedFinder {
  const cache = new Map<string, { followed: readonly string[]; atMs: number }>();
  let pausedAtMs: number | null = null;
  const isWithin = (atMs: number | null, ms: number) =>
    atMs !== null && Math.abs(now() - atMs) < ms;

  return async function followedBy(uid) {
    if (uid === null) return [];
    const cached = cache.get(uid);
    if (cached !== undefined && isWithin(cached.atMs, CACHE_TTL_MS)) return cached.followed;
    if (isWithin(pausedAtMs, PAUSE_MS)) return [];
    try {
      const followed = await withTimeout(TIMEOUT_MS, () => read(uid));
      cache.delete(uid);
      cache.set(uid, { followed, atMs: now() });
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      return followed;
    } catch (error) {
      log('warn', 'follows-not-read', { reason: error instanceof Error ? error.name : '' });
      pausedAtMs = now();
      return [];
    }
  };
}
