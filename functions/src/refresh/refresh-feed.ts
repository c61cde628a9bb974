import { DAY_MS } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { isPrivateFeed } from '../feeds/private-feed.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import type { ClaimedFeed } from '../catalogue/queue/feed-queue.ts';
import type { FeedRecord, FetchRecord, Rhythm } from '../catalogue/store/feeds.ts';
import { recordFetch } from '../catalogue/store/feeds.ts';
import type { StoreOutcome } from '../catalogue/store/store-plan.ts';
import { readWhereItIs } from './read-where-it-is.ts';
import { type FeedAccess, feedKey, feedOfKey, type FeedSource, hostOf } from './feed-list.ts';
import {
  type DropCounts,
  type FeedFailureCode,
  type FeedFetch,
  type FeedReading,
  type FeedValidators,
  type FetchHints,
  type UnreadCounts,
  NO_VALIDATORS,
} from '../feeds/feed-model.ts';
import {
  chooseValidators,
  nextFetch,
  nextFetchAfterFailure,
  rhythmOf,
  wasAskedInTheFuture,
} from '../catalogue/queue/next-fetch.ts';
import { storeReading } from '../catalogue/queue/hub-feeds.ts';
import { emptyAddedFeed } from '../catalogue/queue/feed-state.ts';
import { STORED_LATER } from '../catalogue/store/limit-growth.ts';

/** `unexpected` means a bug of this software. The report's `error` describes it. */
type RefreshFailureCode = FeedFailureCode | 'unreadable-file' | 'unexpected';

export interface FeedReport {
  feed: string;
  status:
    | 'refreshed'
    | 'unchanged'
    | 'failed'
    /** The refresh was stopped before the feed was read, or the catalogue's server was unavailable. */
    | 'not-reached';
  new: number;
  updated: number;
  unchanged: number;
  dropped: DropCounts;
  unread: UnreadCounts;
  /** True if the feed is followers-only. No part of its address may be logged then. */
  isHidden: boolean;
  /** True if the feed was too large, so that only items of its beginning and its end were read. */
  isCut: boolean;
  code: RefreshFailureCode | null;
  /** One sentence for the operator; null without a failure. */
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
  now: number;
  /** If true, fetches without validators. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

interface Failure {
  code: RefreshFailureCode;
  message: string;
  retryAfterMs?: number;
  error?: unknown;
}

interface Answered {
  validators: FeedValidators;
  bodyHash: string | null;
  hints: FetchHints;
}

type Outcome =
  | (Answered & { kind: 'stored'; counts: StoreOutcome; unread: UnreadCounts; rhythm: Rhythm })
  | (Answered & { kind: 'unchanged' })
  | { kind: 'failed'; failure: Failure };

const BLOCKED: Failure = { code: 'blocked', message: 'The feed asks to be in no directory.' };

/** Limits the bytes parsed concurrently, because a feed takes several times its bytes in memory. */
const withinBudget = createMemoryBudget(16_000_000);

type Moved = Pick<FeedRecord, 'movedTo' | 'movedAtMs'>;

const NOTHING_KNOWN = { validators: NO_VALIDATORS, bodyHash: null };
const NOT_MOVED: Moved = { movedTo: null, movedAtMs: null };
/** How long a permanent redirect must persist before its target is used: hosts sometimes revoke redirects. */
const MOVED_AFTER_MS = 7 * DAY_MS;

/**
 * Returns failures of the feed, its host or our parsing, and records them for the next refresh. An
 * unavailable catalogue server is not recorded as a failure. Throws if the catalogue itself is damaged.
 * @param askedAtMs Stored as the time of the fetch, which orders feeds that are due at the same time. Pauses
 * count from the refresh's `now`.
 */
export async function refreshFeed(
  feed: ClaimedFeed,
  refresh: FeedRefresh,
  askedAtMs = refresh.now,
): Promise<FeedReport> {
  try {
    return await refreshReachable(feed, refresh, askedAtMs);
  } catch (error) {
    if (isUnavailable(error)) return report(feed, 'not-reached');
    throw error;
  }
}

/** Only the catalogue's server throws these errors, because failures of a feed's host are returned. */
function isUnavailable(error: unknown): boolean {
  const codes = ['upstream-unavailable', 'upstream-timeout'];
  return error instanceof AppError && codes.includes(error.code);
}

async function refreshReachable(
  feed: ClaimedFeed,
  refresh: FeedRefresh,
  askedAtMs: number,
): Promise<FeedReport> {
  const { url: key, record: known, followed } = feed;
  const { catalogue, now, force = false, signal } = refresh;
  const isStopped = () => signal?.aborted ?? false;
  if (isStopped()) return report(feed, 'not-reached');

  const source = addressOf(key, known, now);
  const inFull = force || wasAskedInTheFuture(known, now);
  // The body's hash still applies without validators, because identical bytes need no parsing.
  const before = { ...known, validators: chooseValidators(known, key, now) };
  const outcome = await attempt(key, source, refresh, inFull ? NOTHING_KNOWN : before);
  // An aborted fetch says nothing about its host.
  if (isStopped() && outcome.kind === 'failed') return report(feed, 'not-reached');

  const saveFetch = (record: FetchRecord) => catalogue.writeOne(() => recordFetch(key, record));
  if (outcome.kind === 'failed') {
    const { code, message, error } = outcome.failure;
    const failures = known.failures + 1;
    const nextFetchAtMs = nextFetchAfterFailure(outcome.failure, failures, now);
    await saveFetch({
      ...known,
      // Forgets the validators and the hash, because nothing of a blocked feed is stored.
      ...(code === 'blocked' && NOTHING_KNOWN),
      ...NOT_MOVED,
      host: hostOf(feedOfKey(key)),
      failures,
      nextFetchAtMs,
      fetchedAtMs: askedAtMs,
      failure: code,
    });
    return { ...report(feed, 'failed'), code, message, ...(error === undefined ? {} : { error }) };
  }
  const stored = outcome.kind === 'stored' ? outcome : undefined;
  const { gapMs, newestAtMs } = stored?.rhythm ?? known;
  const moved = movedOf(key, source, known, outcome.hints.movedTo, now);
  await saveFetch({
    validators: outcome.validators,
    bodyHash: outcome.bodyHash,
    gapMs,
    newestAtMs,
    ...moved,
    host: hostOf(addressOf(key, moved, now)),
    ...nextFetch({
      now,
      followed,
      gapMs,
      newestAtMs,
      intervalMs: known.intervalMs,
      hadNews: (stored?.counts.new ?? 0) > 0,
      maxAgeMs: outcome.hints.maxAgeMs ?? null,
      chance: Math.random(),
    }),
    failures: 0,
    fetchedAtMs: askedAtMs,
    failure: null,
  });
  if (!stored) return report(feed, 'unchanged');
  const { counts, unread, hints } = stored;
  return { ...report(feed, 'refreshed'), ...counts, unread, isCut: hints.isCut ?? false };
}

function addressOf(key: string, { movedTo, movedAtMs }: Moved, now: number): FeedSource {
  const isSettled = movedTo !== null && movedAtMs !== null && now - movedAtMs >= MOVED_AFTER_MS;
  return isSettled ? { url: movedTo } : feedOfKey(key);
}

function movedOf(
  key: string,
  source: FeedSource,
  { movedTo: before, movedAtMs }: Moved,
  movedTo: string | undefined,
  now: number,
): Moved {
  const isFirstAddress = feedKey(source) === key;
  // A subscriber's own address is never stored for a public feed.
  if (movedTo === undefined || (isPrivateFeed(movedTo) && !isPrivateFeed(key)))
    return isFirstAddress ? NOT_MOVED : { movedTo: before, movedAtMs };
  return { movedTo, movedAtMs: before === movedTo ? movedAtMs : now };
}

function report({ url, isHidden }: ClaimedFeed, status: FeedReport['status']): FeedReport {
  const none = {
    new: 0,
    updated: 0,
    unchanged: 0,
    dropped: {},
    unread: {},
    isCut: false,
    code: null,
    message: null,
  };
  return { feed: url, isHidden, status, ...none };
}

async function attempt(
  key: string,
  source: FeedSource,
  refresh: FeedRefresh,
  { validators: before, bodyHash: hashBefore }: Pick<FeedRecord, 'validators' | 'bodyHash'>,
): Promise<Outcome> {
  try {
    const fetched = await obtain(source, refresh, before);
    if (fetched.kind === 'unchanged') {
      return { kind: 'unchanged', validators: before, bodyHash: hashBefore, hints: fetched };
    }
    if (fetched.kind === 'refused') return { kind: 'failed', failure: fetched };
    const first = { fetched, hashBefore };
    return await withinBudget(fetched.bytes.length, () => store(key, source, refresh, first));
  } catch (error) {
    // A catalogue error concerns all feeds, so callers handle it. Any other error is a failure of this feed.
    if (refresh.catalogue.isDamaged(error) || isUnavailable(error)) throw error;
    return { kind: 'failed', failure: failureOf(source, error) };
  }
}

async function store(
  key: string,
  source: FeedSource,
  { catalogue, readFeed, fetchFeed, now, signal }: FeedRefresh,
  first: { fetched: Extract<FeedFetch, { kind: 'fetched' }>; hashBefore: string | null },
): Promise<Outcome> {
  const located = await readWhereItIs(first.fetched, {
    key,
    url: feedKey(source),
    hashBefore: first.hashBefore,
    read: ({ bytes, contentType }) =>
      readFeed(bytes, contentType, now, 'url' in source ? key : null),
    fetch: (url) => fetchFeed(url, NO_VALIDATORS, signal),
  });
  const { reading, validators, bodyHash, hints } = located;
  // Many hosts ignore validators and send the same bytes again.
  if (reading === null) return { kind: 'unchanged', validators, bodyHash, hints };
  if (reading.kind === 'refused') return { kind: 'failed', failure: reading };
  if (reading.show.blocked && (await catalogue.write(() => emptyAddedFeed(key)))) {
    return { kind: 'failed', failure: BLOCKED };
  }
  const counts = await catalogue.write(() => storeReading(key, reading, hints.hub, now));
  // These items can be stored later without a change of the feed, so the next fetch must not be conditional.
  const isWhole = STORED_LATER.every((reason) => counts.dropped[reason] === undefined);
  const known = isWhole ? { validators, bodyHash } : NOTHING_KNOWN;
  const dates = reading.items.map(({ publishedAtMs }) => publishedAtMs);
  const rest = { counts, unread: reading.unread ?? {}, rhythm: rhythmOf(dates, now), hints };
  return { kind: 'stored', ...known, ...rest };
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
