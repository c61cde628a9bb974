import pLimit, { type LimitFunction } from 'p-limit';
import type { FileBudget, FileReport } from '../attachments/read-attachments.ts';
import {
  readChapterFiles,
  readTranscripts,
  type TranscriptAccess,
} from '../attachments/read-transcripts.ts';
import type { FeedSource } from './feed-list.ts';
import { type FeedRefresh, type FeedReport, refreshFeed } from './refresh-feed.ts';

/** Feeds fetched at the same time, in all and from one host. */
const CONCURRENCY = 8;
const CONCURRENCY_PER_HOST = 2;

export interface RefreshOptions extends FeedRefresh {
  feeds: readonly FeedSource[];
  /** How transcripts and files of chapters are read; without it none is. */
  transcripts?: TranscriptAccess | undefined;
  /** What may be spent on them, by default as much as a scheduled refresh has time for. */
  transcriptBudget?: FileBudget | undefined;
  /** Called as each feed is done with; `done` counts up to `total`. */
  onProgress?: (report: FeedReport, done: number, total: number) => void;
}

export interface RefreshSummary {
  /** One a feed, in the order of the feeds. */
  reports: FeedReport[];
  /** Sums over all feeds. */
  new: number;
  updated: number;
  failed: number;
  /** Episodes removed because they became too old. */
  removed: number;
  transcripts: FileReport;
  /** Of files of chapters. */
  chapters: FileReport;
}

function hostOf(feed: FeedSource): string {
  return 'url' in feed ? new URL(feed.url).host : '';
}

/**
 * Brings the catalogue up to date with its feeds: asks those that are due for news, stores them, removes
 * what became too old, and then reads transcripts and files of chapters, which hold up no episode. One
 * broken feed never stops the others. Rejects only when the catalogue itself fails.
 */
export async function refreshCatalogue(options: RefreshOptions): Promise<RefreshSummary> {
  const { feeds, catalogue, now, onProgress } = options;
  const inAll = pLimit(CONCURRENCY);
  const perHost = new Map<string, LimitFunction>();
  let done = 0;

  async function refreshOne(feed: FeedSource): Promise<FeedReport> {
    const report = await inAll(() => refreshFeed(feed, options));
    done += 1;
    onProgress?.(report, done, feeds.length);
    return report;
  }

  const reports = await Promise.all(
    feeds.map((feed) => {
      // A host's turn comes first, so that feeds waiting for it take no place from other hosts.
      const host = hostOf(feed);
      const limit = perHost.get(host) ?? pLimit(CONCURRENCY_PER_HOST);
      perHost.set(host, limit);
      return limit(() => refreshOne(feed));
    }),
  );
  const removed = await catalogue.prune(now);
  const files = await filesOf(options);
  await catalogue.finishRefresh(now);
  const sum = (count: (report: FeedReport) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    reports,
    new: sum((report) => report.new),
    updated: sum((report) => report.updated),
    failed: sum((report) => (report.status === 'failed' ? 1 : 0)),
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
