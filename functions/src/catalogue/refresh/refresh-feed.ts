import { AppError } from '../../platform/app-error.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import type { ClaimedFeed } from '../store/feed-queue.ts';
import { type FeedAccess, feedKey, feedOfKey, type FeedSource } from './feed-list.ts';
import type {
  DropCounts,
  FeedFailureCode,
  FeedFetch,
  FeedReading,
  FeedValidators,
} from '../../feeds/feed-model.ts';
import { FETCH_INTERVAL_MS, nextFetchAfterFailure, wasAskedInTheFuture } from './next-fetch.ts';

/** `unexpected` stands for a fault of this software; the report's `error` has it. */
type RefreshFailureCode = FeedFailureCode | 'unreadable-file' | 'unexpected';

/** What a refresh did with one feed. */
export interface FeedReport {
  /** The feed's address or path. */
  feed: string;
  status:
    | 'refreshed'
    /** The host has nothing new. */
    | 'unchanged'
    | 'failed'
    /** The refresh was told to stop before, or the catalogue's server was away. */
    | 'not-reached';
  new: number;
  updated: number;
  unchanged: number;
  dropped: DropCounts;
  /** Why it failed, or null. */
  code: RefreshFailureCode | null;
  /** One sentence for the operator, or null. */
  message: string | null;
  error?: unknown;
}

export interface FeedRefresh extends FeedAccess {
  catalogue: WritableCatalogue;
  readFeed: (
    bytes: Uint8Array,
    contentType: string | null,
    now: number,
    feedUrl: string | null,
  ) => FeedReading;
  /** Epoch milliseconds. */
  now: number;
  /** Ask for whole feeds, even if they have nothing new. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

interface Failure {
  code: RefreshFailureCode;
  message: string;
  retryAfterMs?: number;
  error?: unknown;
}

type Outcome =
  | { kind: 'stored'; validators: FeedValidators; counts: Partial<FeedReport> }
  | { kind: 'unchanged' }
  | { kind: 'failed'; failure: Failure };

const NO_VALIDATORS: FeedValidators = { etag: null, lastModified: null };

/**
 * Asks a claimed feed for news and stores them. Never throws for anything the feed, its host or a fault in
 * reading it can do; what happened is in the report and, for the next refresh, in the catalogue. That
 * the catalogue's server is away is held against no feed. Throws when the catalogue itself is damaged.
 * @param askedAtMs Orders feeds that are due at the same time: pauses are counted from the refresh's `now`.
 */
export async function refreshFeed(
  feed: ClaimedFeed,
  refresh: FeedRefresh,
  askedAtMs = refresh.now,
): Promise<FeedReport> {
  try {
    return await refreshReachable(feed, refresh, askedAtMs);
  } catch (error) {
    if (isUnavailable(error)) return report(feed.url, 'not-reached');
    throw error;
  }
}

/** Only the catalogue says so: what a feed's host does comes as a refusal. */
function isUnavailable(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'upstream-unavailable' || error.code === 'upstream-timeout')
  );
}

async function refreshReachable(
  { url: key, record: known }: ClaimedFeed,
  refresh: FeedRefresh,
  askedAtMs: number,
): Promise<FeedReport> {
  const { catalogue, now, force = false, signal } = refresh;
  const isStopped = () => signal?.aborted ?? false;
  if (isStopped()) return report(key, 'not-reached');

  const inFull = force || wasAskedInTheFuture(known, now);
  const outcome = await attempt(feedOfKey(key), refresh, inFull ? NO_VALIDATORS : known.validators);
  // A fetch that ended because the refresh was stopped says nothing about its host.
  if (isStopped() && outcome.kind === 'failed') return report(key, 'not-reached');

  if (outcome.kind === 'failed') {
    const { code, message, error } = outcome.failure;
    const failures = known.failures + 1;
    const nextFetchAtMs = nextFetchAfterFailure(outcome.failure, failures, now);
    await catalogue.recordFetch(key, {
      ...known,
      failures,
      nextFetchAtMs,
      fetchedAtMs: askedAtMs,
      failure: code,
    });
    return { ...report(key, 'failed'), code, message, ...(error === undefined ? {} : { error }) };
  }
  const stored = outcome.kind === 'stored';
  await catalogue.recordFetch(key, {
    validators: stored ? outcome.validators : known.validators,
    failures: 0,
    nextFetchAtMs: now + FETCH_INTERVAL_MS,
    fetchedAtMs: askedAtMs,
    failure: null,
  });
  return stored ? { ...report(key, 'refreshed'), ...outcome.counts } : report(key, 'unchanged');
}

function report(feed: string, status: FeedReport['status']): FeedReport {
  return { feed, status, new: 0, updated: 0, unchanged: 0, dropped: {}, code: null, message: null };
}

async function attempt(
  feed: FeedSource,
  refresh: FeedRefresh,
  validators: FeedValidators,
): Promise<Outcome> {
  try {
    const fetched = await obtain(feed, refresh, validators);
    if (fetched.kind === 'unchanged') return fetched;
    if (fetched.kind === 'refused') return { kind: 'failed', failure: fetched };
    const reading = refresh.readFeed(
      ...([fetched.bytes, fetched.contentType, refresh.now] as const),
      'url' in feed ? feed.url : null,
    );
    if (reading.kind === 'refused') return { kind: 'failed', failure: reading };
    const counts = await refresh.catalogue.storeFeed(feedKey(feed), reading, refresh.now);
    // What is dated too far ahead becomes due without the feed changing: ask for all of it again.
    const isWhole = counts.dropped['future-date'] === undefined;
    return { kind: 'stored', validators: isWhole ? fetched.validators : NO_VALIDATORS, counts };
  } catch (error) {
    // The catalogue is everybody's; any other fault must not keep the other feeds from their turn.
    if (refresh.catalogue.isDamaged(error) || isUnavailable(error)) throw error;
    return { kind: 'failed', failure: failureOf(feed, error) };
  }
}

async function obtain(
  feed: FeedSource,
  { fetchFeed, readFile, signal }: FeedRefresh,
  validators: FeedValidators,
): Promise<FeedFetch> {
  if ('url' in feed) return fetchFeed(feed.url, validators, signal);
  const bytes = await readFile(feed.path);
  return { kind: 'fetched', bytes, contentType: null, validators: NO_VALIDATORS };
}

function failureOf(feed: FeedSource, error: unknown): Failure {
  const systemCode = error instanceof Error && 'code' in error ? String(error.code) : '';
  if ('path' in feed && /^(E[A-Z]+)$/.test(systemCode)) {
    const reason = systemCode === 'ENOENT' ? 'There is no such file' : 'The file cannot be read';
    return { code: 'unreadable-file', message: `${reason} (${systemCode}).` };
  }
  return { code: 'unexpected', message: 'A fault of this software; the log has it.', error };
}
