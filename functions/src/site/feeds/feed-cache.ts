import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FeedVersion } from '../../delivery/channels/firestore-feeds.ts';
import { createSizedCache } from '../../platform/sized-cache.ts';
import type { FeedFormat } from './read-feed-address.ts';

/**
 * How long a cached version is used. A revoked address, or one of a deleted account, stops working within this time.
 */
const FRESH_MS = 20_000;
/** Max cached versions, and max cached tokens without a feed; each takes about 300 bytes. */
const MAX_VERSIONS = 50_000;
/** Max size of all cached documents together, compressed. */
const MAX_BYTES = 50_000_000;

type Found = FeedVersion | 'gone' | 'unknown';

interface FeedCacheParts {
  readVersion: (hash: string, known: FeedVersion | null) => Promise<Found>;
  /** Null if the feed no longer exists. */
  render: (hash: string, channelId: string, format: FeedFormat) => Promise<Buffer | null>;
  now?: () => number;
}

const compress = promisify(gzip);

/**
 * Versions expire after {@link FRESH_MS}; documents are rendered again only if their feed changed. Both drop
 * the least recently used entry beyond their limit. Failures are not cached.
 */
export function createFeedCache({ readVersion, render, now = Date.now }: FeedCacheParts) {
  const feeds = new Map<string, { found: FeedVersion; readAtMs: number }>();
  // Separate from `feeds`, so that guessed tokens displace no feeds.
  const misses = new Map<string, { found: 'gone' | 'unknown'; readAtMs: number }>();
  const documents = createSizedCache<{ changedAtMs: number; compressed: Buffer }>(
    MAX_BYTES,
    ({ compressed }) => compressed.length,
  );
  const reading = new Map<string, Promise<Found>>();

  async function readAgain(hash: string): Promise<Found> {
    const readAtMs = now();
    const found = await readVersion(hash, feeds.get(hash)?.found ?? null);
    feeds.delete(hash);
    misses.delete(hash);
    if (typeof found === 'string') keepLast(misses, hash, { found, readAtMs });
    else keepLast(feeds, hash, { found, readAtMs });
    return found;
  }

  return {
    /** Calls `admit`, which may throw, before it reads an unknown token from the database. */
    async version(hash: string, admit: () => void): Promise<Found> {
      const known = feeds.get(hash) ?? misses.get(hash);
      // `abs`: setting the clock back must not extend the lifetime of a version.
      if (known !== undefined && Math.abs(now() - known.readAtMs) < FRESH_MS) return known.found;
      const running = reading.get(hash);
      if (running !== undefined) return running;
      if (known === undefined) admit();
      const started = readAgain(hash).finally(() => reading.delete(hash));
      reading.set(hash, started);
      return started;
    },

    /** Returns the document compressed with gzip, or null if the feed no longer exists. */
    async document(
      hash: string,
      { channelId, changedAtMs }: FeedVersion,
      format: FeedFormat,
    ): Promise<Buffer | null> {
      const key = `${hash} ${format}`;
      const known = documents.get(key);
      if (known?.changedAtMs === changedAtMs) return known.compressed;
      const rendered = await render(hash, channelId, format);
      if (rendered === null) return null;
      const compressed = await compress(rendered);
      documents.set(key, { changedAtMs, compressed });
      return compressed;
    },
  };
}

function keepLast<Entry>(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (entries.size > MAX_VERSIONS && oldest !== undefined) entries.delete(oldest);
}
