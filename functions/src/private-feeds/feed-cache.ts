import type { FeedReading, PrivateFeed } from '../channels/firestore-feeds.ts';
import type { SendableDocument } from '../platform/http/sent-document.ts';
import type { FeedFormat } from './read-feed-address.ts';

/** How old an answer may be: a revoked address, or a deleted account's, ends within this time. */
const FRESH_MS = 20_000;
const MOST_DOCUMENTS = 5_000;
/** Of all documents, with their compressed forms. */
const MOST_BYTES = 100_000_000;
/** Tokens without a feed. */
const MOST_MISSES = 20_000;

type Version = Pick<PrivateFeed, 'channelId' | 'changedAtMs'>;

export type FoundFeed = SendableDocument | 'gone' | 'unknown';

interface FeedCacheParts {
  read: (hash: string, known: Version | null) => Promise<FeedReading>;
  render: (feed: PrivateFeed, format: FeedFormat) => Promise<SendableDocument>;
  now?: () => number;
}

interface Kept {
  version: Version;
  document: SendableDocument;
  readAtMs: number;
}

/**
 * An instance's feeds, looked at again when they are {@link FRESH_MS} old and rendered again only if they
 * changed. Bounded; what was looked at longest ago goes first. Failures are not kept.
 */
export function createFeedCache({ read, render, now = Date.now }: FeedCacheParts) {
  const kept = new Map<string, Kept>();
  const misses = new Map<string, { found: 'gone' | 'unknown'; readAtMs: number }>();
  const reading = new Map<string, Promise<FoundFeed>>();
  let bytes = 0;

  function isFresh({ readAtMs }: { readAtMs: number }): boolean {
    // `abs`: after the clock was set back, an answer must not stay for longer.
    return Math.abs(now() - readAtMs) < FRESH_MS;
  }

  function forget(key: string): void {
    const entry = kept.get(key);
    if (entry !== undefined) bytes -= sizeOf(entry);
    kept.delete(key);
  }

  function keep(key: string, entry: Kept): SendableDocument {
    forget(key);
    kept.set(key, entry);
    bytes += sizeOf(entry);
    for (const oldest of kept.keys()) {
      if (oldest === key || (kept.size <= MOST_DOCUMENTS && bytes <= MOST_BYTES)) break;
      forget(oldest);
    }
    return entry.document;
  }

  function miss(hash: string, found: 'gone' | 'unknown', readAtMs: number): typeof found {
    misses.delete(hash);
    misses.set(hash, { found, readAtMs });
    const [oldest] = misses.keys();
    if (misses.size > MOST_MISSES && oldest !== undefined) misses.delete(oldest);
    return found;
  }

  async function readAgain(key: string, hash: string, format: FeedFormat): Promise<FoundFeed> {
    const before = kept.get(key);
    const readAtMs = now();
    const answer = await read(hash, before?.version ?? null);
    if (answer.kind === 'unchanged' && before !== undefined) {
      return keep(key, { ...before, readAtMs });
    }
    if (answer.kind !== 'feed') {
      forget(key);
      return miss(hash, answer.kind === 'gone' ? 'gone' : 'unknown', readAtMs);
    }
    const { channelId, changedAtMs } = answer.feed;
    const document = await render(answer.feed, format);
    return keep(key, { version: { channelId, changedAtMs }, document, readAtMs });
  }

  /** `admit` is called before the database is asked for a token that nothing is known of; it may throw. */
  return async function find(
    hash: string,
    format: FeedFormat,
    admit: () => void,
  ): Promise<FoundFeed> {
    const key = `${hash} ${format}`;
    const known = kept.get(key);
    if (known !== undefined && isFresh(known)) return known.document;
    const missed = misses.get(hash);
    if (missed !== undefined && isFresh(missed)) return missed.found;
    const running = reading.get(key);
    if (running !== undefined) return running;
    if (known === undefined) admit();
    const started = readAgain(key, hash, format).finally(() => reading.delete(key));
    reading.set(key, started);
    return started;
  };
}

function sizeOf({ document }: Kept): number {
  return document.plain.length + document.compressed.length;
}
