import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FeedVersion } from '../channels/firestore-feeds.ts';
import type { FeedFormat } from './read-feed-address.ts';

/** How old an answer may be: a revoked address, or a deleted account's, ends within this time. */
const FRESH_MS = 20_000;
/** Versions of feeds, and tokens without one; about 300 bytes each. */
const MOST_VERSIONS = 50_000;
/** Of feeds as they are sent. */
const MOST_BYTES = 50_000_000;

type Found = FeedVersion | 'gone' | 'unknown';

interface FeedCacheParts {
  readVersion: (hash: string, known: FeedVersion | null) => Promise<Found>;
  /** Null if there is no such feed any more. */
  render: (hash: string, channelId: string, format: FeedFormat) => Promise<Buffer | null>;
  now?: () => number;
}

const compress = promisify(gzip);

/**
 * An instance's feeds. Versions are read again when they are {@link FRESH_MS} old; documents are compressed, and
 * made again only if their feed changed. Both are bounded: what was used longest ago goes first. Failures are
 * not kept.
 */
export function createFeedCache({ readVersion, render, now = Date.now }: FeedCacheParts) {
  const feeds = new Map<string, { found: FeedVersion; readAtMs: number }>();
  // Apart, so that guesses push out no feeds.
  const misses = new Map<string, { found: 'gone' | 'unknown'; readAtMs: number }>();
  const documents = new Map<string, { changedAtMs: number; compressed: Buffer }>();
  const reading = new Map<string, Promise<Found>>();
  let bytes = 0;

  async function readAgain(hash: string): Promise<Found> {
    const readAtMs = now();
    const found = await readVersion(hash, feeds.get(hash)?.found ?? null);
    feeds.delete(hash);
    misses.delete(hash);
    if (typeof found === 'string') keepLast(misses, hash, { found, readAtMs });
    else keepLast(feeds, hash, { found, readAtMs });
    return found;
  }

  function forget(key: string): void {
    bytes -= documents.get(key)?.compressed.length ?? 0;
    documents.delete(key);
  }

  return {
    /** `admit` is called before the database is asked for a token that nothing is known of; it may throw. */
    async version(hash: string, admit: () => void): Promise<Found> {
      const known = feeds.get(hash) ?? misses.get(hash);
      // `abs`: after the clock was set back, an answer must not stay for longer.
      if (known !== undefined && Math.abs(now() - known.readAtMs) < FRESH_MS) return known.found;
      const running = reading.get(hash);
      if (running !== undefined) return running;
      if (known === undefined) admit();
      const started = readAgain(hash).finally(() => reading.delete(hash));
      reading.set(hash, started);
      return started;
    },

    /** Compressed with gzip; null if there is no such feed any more. */
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
      forget(key);
      documents.set(key, { changedAtMs, compressed });
      bytes += compressed.length;
      for (const oldest of documents.keys()) {
        if (bytes <= MOST_BYTES || oldest === key) break;
        forget(oldest);
      }
      return compressed;
    },
  };
}

function keepLast<Entry>(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (entries.size > MOST_VERSIONS && oldest !== undefined) entries.delete(oldest);
}
