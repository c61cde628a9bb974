import { MINUTE_MS } from '../contract/index.ts';
import { log } from '../platform/log.ts';
import { withTimeout } from '../platform/with-timeout.ts';

/** Lifetime of an answer in the cache, milliseconds. A followed show can take that long to have an effect. */
const KEPT_MS = MINUTE_MS / 2;
const MOST_KEPT = 2_000;
/** Timeout, milliseconds; after it, the search runs as for a person who follows nothing. */
const WITHIN_MS = 1_000;
/** Time without further attempts after a failure, milliseconds. */
const PAUSE_MS = 10_000;

export type FollowedFinder = (uid: string | null) => Promise<readonly string[]>;

interface FinderParts {
  read: (uid: string) => Promise<readonly string[]>;
  now?: () => number;
}

/** Finds the shows that a person follows. After a failure the list is empty, and the person finds less. */
export function createFollowedFinder({ read, now = Date.now }: FinderParts): FollowedFinder {
  const kept = new Map<string, { followed: readonly string[]; atMs: number }>();
  let pausedAtMs: number | null = null;
  const isWithin = (atMs: number | null, ms: number) =>
    atMs !== null && Math.abs(now() - atMs) < ms;

  return async function followedBy(uid) {
    if (uid === null) return [];
    const known = kept.get(uid);
    if (known !== undefined && isWithin(known.atMs, KEPT_MS)) return known.followed;
    if (isWithin(pausedAtMs, PAUSE_MS)) return [];
    try {
      const followed = await withTimeout(WITHIN_MS, () => read(uid));
      kept.delete(uid);
      kept.set(uid, { followed, atMs: now() });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return followed;
    } catch (error) {
      log('warn', 'follows-not-read', { reason: error instanceof Error ? error.name : '' });
      pausedAtMs = now();
      return [];
    }
  };
}
