import { HOUR_MS } from '../contract/index.ts';
import type { FileBudget, FileReport } from './read-attachments.ts';
import { readChapterFiles, readTranscripts, type TranscriptAccess } from './read-transcripts.ts';
import { gateCounts, type GateCounts, settleProbations } from '../catalogue/gate/gate-store.ts';
import { feedQueue, type FeedQueue, listFeeds, nameFeeds } from '../catalogue/queue/feed-queue.ts';
import { type FeedSource, namedFeed } from './feed-list.ts';
import { askFeeds } from './ask-feeds.ts';
import { type FollowedShows, readFollowed, tellFollowers } from './followed-shows.ts';
import type { FeedRefresh, FeedReport } from './refresh-feed.ts';

export interface RefreshOptions extends FeedRefresh {
  /** The list of the feeds that are asked when they are due; with `force` those that are asked now, and no others. */
  feeds: readonly FeedSource[];
  /** Makes all of them due now; what they had before still counts. */
  everyFeed?: boolean | undefined;
  /** Who is followed; without it nobody is told. */
  followed?: FollowedShows | undefined;
  /** How transcripts and files of chapters are read; without it none is. */
  transcripts?: TranscriptAccess | undefined;
  /** What may be spent on them, by default as much as a scheduled refresh has time for. */
  transcriptBudget?: FileBudget | undefined;
  /** Called as each feed is done with. */
  onProgress?: ((report: FeedReport, done: number) => void) | undefined;
  /** Has other workers ask what is due; answers false where this one is to ask it. */
  leaveToOthers?: ((queue: FeedQueue) => Promise<boolean>) | undefined;
}

export interface RefreshSummary {
  /** One for each feed that was claimed, in the order of the list. */
  reports: FeedReport[];
  /** Sums over all feeds. */
  new: number;
  updated: number;
  failed: number;
  /** How the listed feeds stand at the end. */
  queue: FeedQueue;
  gate: GateCounts;
  /** Episodes removed because they became too old. */
  removed: number;
  transcripts: FileReport;
  /** Results of fetching chapter files. */
  chapters: FileReport;
  /**
   * Whether it left anything but when feeds were asked. An object is not stored again for that alone, but once
   * an hour: what is not stored is asked again.
   */
  isWorthStoring: boolean;
}

/**
 * Brings the catalogue up to date with its feeds: asks for news those that are due, stores them, removes
 * what became too old, and then reads transcripts and files of chapters, which hold up no episode. One
 * broken feed never stops the others. Rejects only when the catalogue itself fails.
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
  const settled = await catalogue.write(() => settleProbations(now));
  const files = await filesOf(options);
  if (followed) await tellFollowers(catalogue, followed);
  await catalogue.finishRefresh(now);
  const sum = (count: (report: FeedReport) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  const [added, updated] = [sum((report) => report.new), sum((report) => report.updated)];
  const read = files.transcripts.read + files.chapters.read;
  const changes = added + updated + removed + settled + follows + read;
  return {
    reports,
    new: added,
    updated,
    isWorthStoring: changes > 0 || Math.abs(now - (refreshedAtMs ?? 0)) >= HOUR_MS,
    failed: sum((report) => (report.status === 'failed' ? 1 : 0)),
    queue: await catalogue.read(() => feedQueue(clock())),
    gate: await catalogue.read(() => gateCounts(now)),
    removed,
    ...files,
  };
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
