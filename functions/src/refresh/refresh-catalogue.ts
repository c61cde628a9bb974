import { HOUR_MS } from '../contract/index.ts';
import type { FileBudget, FileReport } from './read-attachments.ts';
import { readChapterFiles, readTranscripts, type TranscriptAccess } from './read-transcripts.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import { log } from '../platform/log.ts';
import { feedQueue, type FeedQueue, listFeeds, nameFeeds } from '../catalogue/queue/feed-queue.ts';
import { type FeedSource, namedFeed } from './feed-list.ts';
import { askFeeds } from './ask-feeds.ts';
import { countTopics, type Topic } from './count-topics.ts';
import { type FollowedShows, readFollowed, tellFollowers } from './followed-shows.ts';
import type { FeedRefresh, FeedReport } from './refresh-feed.ts';

export interface RefreshOptions extends FeedRefresh {
  /**
   * The feed list, whose feeds are asked when they are due. With `force`, exactly these feeds are asked now.
   */
  feeds: readonly FeedSource[];
  /** Makes all listed feeds due now; those fetched longest ago come first. */
  everyFeed?: boolean | undefined;
  /** Access to followers; without it they are neither read nor told. */
  followed?: FollowedShows | undefined;
  /** Reads transcripts and chapter files; without it none is read. */
  transcripts?: TranscriptAccess | undefined;
  /** Limits of reading files; by default, those of a scheduled refresh. */
  transcriptBudget?: FileBudget | undefined;
  /** Hears episodes; returns how many transcripts it stored. Without it none is heard. */
  hear?: ((catalogue: WritableCatalogue, now: number) => Promise<number>) | undefined;
  /** Counts how often these are mentioned, once an hour. */
  topics?: readonly Topic[] | undefined;
  /** Called after each feed. */
  onProgress?: ((report: FeedReport, done: number) => void) | undefined;
  /** Queues tasks for the due feeds; returns false if this worker must ask them itself. */
  leaveToOthers?: ((queue: FeedQueue) => Promise<boolean>) | undefined;
}

export interface RefreshSummary {
  /** One report per claimed feed, in the order of the list. */
  reports: FeedReport[];
  /** Sums over all feeds. */
  new: number;
  updated: number;
  failed: number;
  /** State of the listed feeds at the end. */
  queue: FeedQueue;
  /** Episodes removed because they became too old. */
  removed: number;
  /** Machine’s transcripts that were stored. */
  heard: number;
  transcripts: FileReport;
  /** Results of fetching chapter files. */
  chapters: FileReport;
  /**
   * False if nothing but the times of fetches has changed, and the last stored refresh is less than an hour
   * old. An object in a bucket is then not stored, because losing these times costs only requests.
   */
  isWorthStoring: boolean;
}

/**
 * Updates the catalogue: asks due feeds, stores new and changed episodes, removes old ones, and only then
 * reads transcripts and chapter files, so that these delay no episode. A broken feed does not stop the
 * others. Rejects only if the catalogue itself fails.
 */
export async function refreshCatalogue(options: RefreshOptions): Promise<RefreshSummary> {
  const { feeds, catalogue, now, force = false, everyFeed = false, followed } = options;
  const startedAt = performance.now();
  const clock = () => now + Math.round(performance.now() - startedAt);
  const { refreshedAtMs } = await catalogue.contents();
  const named = feeds.map(namedFeed);
  if (force) await catalogue.write(() => nameFeeds(named));
  else await catalogue.write(() => listFeeds(named, now, everyFeed));
  const follows = followed ? await readFollowed(catalogue, followed, now) : 0;
  const isLeftToOthers =
    (await options.leaveToOthers?.(await catalogue.read(() => feedQueue(now)))) ?? false;
  const among = force ? named.map(({ url }) => url) : undefined;
  const reports = isLeftToOthers ? [] : await askFeeds({ ...options, clock, among });
  const positions = new Map(named.map(({ url }, index) => [url, index]));
  const positionOf = ({ feed }: FeedReport) => positions.get(feed) ?? Infinity;
  reports.sort((left, right) => positionOf(left) - positionOf(right));
  const removed = await catalogue.prune(now);
  const files = await filesOf(options);
  const heard = await hearOf(options);
  await countOf(options);
  if (followed) await tellFollowers(catalogue, followed);
  await catalogue.finishRefresh(now);
  const sum = (count: (report: FeedReport) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  const [added, updated] = [sum((report) => report.new), sum((report) => report.updated)];
  const read = files.transcripts.read + files.chapters.read + heard;
  const changes = added + updated + removed + follows + read;
  return {
    reports,
    new: added,
    updated,
    isWorthStoring: changes > 0 || Math.abs(now - (refreshedAtMs ?? 0)) >= HOUR_MS,
    failed: sum((report) => (report.status === 'failed' ? 1 : 0)),
    queue: await catalogue.read(() => feedQueue(clock())),
    removed,
    heard,
    ...files,
  };
}

/** Whatever fails there must not keep feeds from being stored. */
async function hearOf({ catalogue, hear, now }: RefreshOptions): Promise<number> {
  try {
    return (await hear?.(catalogue, now)) ?? 0;
  } catch (error) {
    if (catalogue.isDamaged(error)) throw error;
    log('error', 'hearing-failed', { reason: error instanceof Error ? error.name : 'unknown' });
    return 0;
  }
}

/** Whatever fails there leaves the numbers of the last count. */
async function countOf({ catalogue, topics, now, everyFeed = false, signal }: RefreshOptions) {
  if (topics === undefined) return;
  try {
    await countTopics(catalogue, topics, { now, again: everyFeed, signal });
  } catch (error) {
    if (catalogue.isDamaged(error)) throw error;
    log('error', 'topics-not-counted', { reason: error instanceof Error ? error.name : 'unknown' });
  }
}

async function filesOf(
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
