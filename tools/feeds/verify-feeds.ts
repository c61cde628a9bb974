import { DAY_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import { updateCatalogue } from '../../functions/src/catalogue/file/update-catalogue.ts';
import { type FetchedFeed, fetchedFeeds } from '../../functions/src/catalogue/queue/dead-feeds.ts';
import { nameFeeds } from '../../functions/src/catalogue/queue/feed-queue.ts';
import { failureSentence } from '../../functions/src/feeds/failure-sentence.ts';
import type { FeedReading } from '../../functions/src/feeds/feed-model.ts';
import { isLoopbackHost } from '../../functions/src/feeds/fetch/public-host.ts';
import { isPrivateFeed } from '../../functions/src/feeds/private-feed.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import {
  type FeedAccess,
  feedKey,
  type FeedSource,
  loadFeedList,
  namedFeed,
} from '../../functions/src/refresh/feed-list.ts';
import { webFetchers } from '../../functions/src/refresh/fetchers.ts';
import { refreshDueFeeds } from '../../functions/src/refresh/refresh-due-feeds.ts';
import { fetchGuarded } from './fetch-guarded.ts';
import type { ListedShow } from './operator-list.ts';
import { plain } from './shown-catalogue.ts';

const SILENT_AFTER_MS = 120 * DAY_MS;
/** Limits of a run; the next one goes on. */
const MAX_FETCHED = 10_000;
const MAX_DURATION_MS = 30 * MINUTE_MS;
/** A feed that was read is not fetched again for a day, so that a stopped run goes on where it was. */
const FRESH_MS = DAY_MS;
/** Enough to see the newest date, and whether two addresses have the same show. */
const MAX_ITEMS = 20;

export type Verdict = 'alive' | 'moved' | 'silent' | 'dead';

export interface VerifiedFeed extends ListedShow {
  verdict: Verdict;
  /** The new address, the newest episode or the failure; empty for a living feed. */
  detail: string;
}

interface Verification {
  /** Path or URL of a list or a feed. */
  source: string;
  /** A catalogue of its own, which remembers what was fetched. */
  memory: string;
  now: number;
  onProgress: (done: number, all: number) => void;
}

export interface Verified {
  feeds: VerifiedFeed[];
  /** Entries that are no feeds on the web, private addresses, and feeds that the next run fetches. */
  leftOut: { unread: number; isPrivate: number; later: number };
}

/** Fetches feeds that were not read for a day, each once, with the refresh's limits. Stores no texts. */
export async function verifyFeeds(verification: Verification): Promise<Verified> {
  const { source, memory, now, onProgress } = verification;
  const list = await loadFeedList(source, webFetchers(isLoopbackHost).feeds, now);
  const open = list.feeds.filter((feed) => !isPrivateFeed(feedKey(feed)));
  return updateCatalogue(memory, async (catalogue) => {
    const fetchedLately = async () => {
      const fetched = await catalogue.read(fetchedFeeds);
      return fetched.filter(({ lastFetchAtMs: at }) => Math.abs(now - at) < FRESH_MS);
    };
    const known = (await fetchedLately()).filter(({ failures }) => failures === 0);
    const isKnown = new Set(known.map(({ url }) => url));
    const due = open.filter((feed) => !isKnown.has(feedKey(feed))).slice(0, MAX_FETCHED);
    const named = due.map(namedFeed);
    await catalogue.write(() => nameFeeds(named));
    const startedAt = performance.now();
    await refreshDueFeeds({
      ...ACCESS,
      catalogue,
      readFeed: (...feed) => withoutTexts(readFeed(...feed)),
      now,
      clock: () => now + Math.round(performance.now() - startedAt),
      force: true,
      signal: AbortSignal.timeout(MAX_DURATION_MS),
      among: named.map(({ url }) => url),
      onProgress: (_, done) => onProgress(done, due.length),
    });
    await catalogue.prune(now);
    const feeds = verdictsOf(open, await fetchedLately(), now);
    return {
      feeds,
      leftOut: {
        unread: list.leftOut,
        isPrivate: list.feeds.length - open.length,
        later: open.length - feeds.length,
      },
    };
  });
}

const ACCESS: FeedAccess = { ...webFetchers(isLoopbackHost).feeds, fetchFeed: fetchGuarded };

function withoutTexts(reading: FeedReading): FeedReading {
  if (reading.kind === 'refused') return reading;
  const none = { description: '', transcripts: [], chapters: [], chapterFiles: [], persons: [] };
  const newestFirst = reading.items.toSorted(
    (left, right) => (right.publishedAtMs ?? 0) - (left.publishedAtMs ?? 0),
  );
  return {
    ...reading,
    items: newestFirst.slice(0, MAX_ITEMS).map((item) => ({ ...item, ...none })),
  };
}

function verdictsOf(
  feeds: readonly FeedSource[],
  fetched: readonly FetchedFeed[],
  now: number,
): VerifiedFeed[] {
  const byUrl = new Map(fetched.map((found) => [found.url, found]));
  return feeds.flatMap((feed) => {
    const found = byUrl.get(feedKey(feed));
    return found === undefined ? [] : [verdictOf(found, now)];
  });
}

function verdictOf(feed: FetchedFeed, now: number): VerifiedFeed {
  const { url, title, failures, lastFailure, newestAtMs, movedTo } = feed;
  const show = { title: plain(title), address: movedTo ?? url };
  if (failures > 0) {
    const code = lastFailure ?? 'unexpected';
    const detail = `${code}: ${failureSentence(code)}`;
    return { ...show, address: url, verdict: 'dead', detail };
  }
  if (newestAtMs === null || newestAtMs < now - SILENT_AFTER_MS) {
    const newest =
      newestAtMs === null ? 'no date' : new Date(newestAtMs).toISOString().slice(0, 10);
    return { ...show, address: url, verdict: 'silent', detail: `newest episode: ${newest}` };
  }
  if (movedTo !== null) return { ...show, verdict: 'moved', detail: `from ${url}` };
  return { ...show, verdict: 'alive', detail: '' };
}
