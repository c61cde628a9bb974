import { HOUR_MS } from '../contract/index.ts';
import type { FileBudget, FileReport } from './read-attachments.ts';
import { readChapterFiles, readTranscripts, type TranscriptAccess } from './read-transcripts.ts';
import { catalogueSize, type CatalogueSize } from '../catalogue/store/feed-room.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import { log } from '../platform/log.ts';
import { feedQueue, type FeedQueue, listFeeds, nameFeeds } from '../catalogue/queue/feed-queue.ts';
import { makeDue } from '../catalogue/queue/hub-feeds.ts';
import type { HubAccess } from '../hubs/ask-hub.ts';
import { updateSubscriptions } from '../hubs/update-subscriptions.ts';
import { type FeedSource, namedFeed } from './feed-list.ts';
import { refreshDueFeeds } from './refresh-due-feeds.ts';
import type { Topic } from '../platform/public-pages.ts';
import { countTopics } from './count-topics.ts';
import { type FollowedShows, readFollowed, updateFollowers } from './followed-shows.ts';
import type { FeedRefresh, FeedReport } from './refresh-feed.ts';

export interface RefreshOptions extends FeedRefresh {
  /** Feeds to refresh when due. With `force`, refreshes exactly these feeds now. */
  feeds: readonly FeedSource[];
  /** If true, all listed feeds are due now. */
  everyFeed?: boolean | undefined;
  followed?: FollowedShows | undefined;
  /** Feeds that their hubs reported, which are due now. */
  reported?: readonly string[] | undefined;
  /** Null or missing if hubs cannot reach this site. */
  hubs?: HubAccess | null | undefined;
  transcripts?: TranscriptAccess | undefined;
  transcriptBudget?: FileBudget | undefined;
  transcribe?: ((catalogue: WritableCatalogue, now: number) => Promise<number>) | undefined;
  topics?: readonly Topic[] | undefined;
  onProgress?: ((report: FeedReport, done: number) => void) | undefined;
  /** Returns false if this worker must refresh the feeds itself. */
  leaveToOthers?: ((queue: FeedQueue) => Promise<boolean>) | undefined;
}

export interface RefreshSummary {
  reports: FeedReport[];
  new: number;
  updated: number;
  failed: number;
  queue: FeedQueue;
  size: CatalogueSize;
  /** Number of episodes removed because they became too old. */
  removed: number;
  transcribed: number;
  transcripts: FileReport;
  chapters: FileReport;
  /**
   * False if only times of fetches changed and the catalogue was stored less than an hour ago. Losing these
   * times costs only requests.
   */
  isWorthStoring: boolean;
}

/**
 * Transcripts and chapter files are read last, so that they delay no episode. A broken feed does not stop the
 * others. Rejects only if the catalogue itself fails.
 */
export async function refreshCatalogue(options: RefreshOptions): Promise<RefreshSummary> {
  const { feeds, catalogue, now, force = false, everyFeed = false, followed } = options;
  const { reported = [], hubs, signal } = options;
  const startedAt = performance.now();
  const clock = () => now + Math.round(performance.now() - startedAt);
  const { refreshedAtMs } = await catalogue.contents();
  const named = feeds.map(namedFeed);
  if (force) await catalogue.write(() => nameFeeds(named));
  else await catalogue.write(() => listFeeds(named, now, everyFeed));
  const follows = followed ? await readFollowed(catalogue, followed, now) : 0;
  if (reported.length > 0) await catalogue.write(() => makeDue(reported, now));
  const isLeftToOthers =
    (await options.leaveToOthers?.(await catalogue.read(() => feedQueue(now)))) ?? false;
  const among = force ? named.map(({ url }) => url) : undefined;
  const reports = isLeftToOthers ? [] : await refreshDueFeeds({ ...options, clock, among });
  const positions = new Map(named.map(({ url }, index) => [url, index]));
  const positionOf = ({ feed }: FeedReport) => positions.get(feed) ?? Infinity;
  reports.sort((left, right) => positionOf(left) - positionOf(right));
  const removed = await catalogue.prune(now);
  const files = await readFiles(options);
  const transcribed = await tryTranscription(options);
  await tryCount(options);
  if (followed) await updateFollowers(catalogue, followed);
  const told = hubs ? await updateSubscriptions(catalogue, hubs, { now, signal }) : 0;
  await catalogue.finishRefresh(now);
  const sum = (count: (report: FeedReport) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  const [added, updated] = [sum((report) => report.new), sum((report) => report.updated)];
  const read = files.transcripts.read + files.chapters.read + transcribed;
  const changes = added + updated + removed + follows + told + read;
  return {
    reports,
    new: added,
    updated,
    isWorthStoring: changes > 0 || Math.abs(now - (refreshedAtMs ?? 0)) >= HOUR_MS,
    failed: sum((report) => (report.status === 'failed' ? 1 : 0)),
    queue: await catalogue.read(() => feedQueue(clock())),
    size: await catalogue.read(() => catalogueSize()),
    removed,
    transcribed,
    ...files,
  };
}

/** If transcription fails, the feeds must still be stored. */
async function tryTranscription({ catalogue, transcribe, now }: RefreshOptions): Promise<number> {
  try {
    return (await transcribe?.(catalogue, now)) ?? 0;
  } catch (error) {
    if (catalogue.isDamaged(error)) throw error;
    log('error', 'hearing-failed', { reason: error instanceof Error ? error.name : 'unknown' });
    return 0;
  }
}

/** If counting fails, the numbers of the last count remain. */
async function tryCount({ catalogue, topics, now, everyFeed = false, signal }: RefreshOptions) {
  if (topics === undefined) return;
  try {
    await countTopics(catalogue, topics, { now, again: everyFeed, signal });
  } catch (error) {
    if (catalogue.isDamaged(error)) throw error;
    log('error', 'topics-not-counted', { reason: error instanceof Error ? error.name : 'unknown' });
  }
}

async function readFiles(
  options: RefreshOptions,
): Promise<Pick<RefreshSummary, 'transcripts' | 'chapters'>> {
  const {
    catalogue,
    transcripts,
    transcriptBudget: budget,
    now,
    signal,
    force,
    everyFeed,
  } = options;
  const none = { due: 0, read: 0, refused: {} };
  if (transcripts === undefined) return { transcripts: none, chapters: none };
  const reading = { now, signal, everyOne: force ?? everyFeed };
  return {
    transcripts: await readTranscripts(catalogue, transcripts, { ...reading, budget }),
    chapters: await readChapterFiles(catalogue, transcripts, reading),
  };
}
