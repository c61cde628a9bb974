import pLimit, { type LimitFunction } from 'p-limit';
import {
  readTranscripts,
  type TranscriptAccess,
  type TranscriptBudget,
  type TranscriptReport,
} from '../transcripts/read-transcripts.ts';
import type { FeedSource } from './feed-list.ts';
import { type FeedRefresh, type FeedReport, refreshFeed } from './refresh-feed.ts';

/** Feeds fetched at the same time, in all and from one host. */
const CONCURRENCY = 8;
const CONCURRENCY_PER_HOST = 2;

export interface RefreshOptions extends FeedRefresh {
  feeds: readonly FeedSource[];
  /** How transcripts are read; without it none is. */
  transcripts?: TranscriptAccess | undefined;
  /** What may be spent on them, by default as much as a scheduled refresh has time for. */
  transcriptBudget?: TranscriptBudget | undefined;
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
  transcripts: TranscriptReport;
}

function hostOf(feed: FeedSource): string {
  return 'url' in feed ? new URL(feed.url).host : '';
}

/**
 * Brings the catalogue up to date with its feeds: asks those that are due for news, stores them,
 * removes what became too old, and then reads transcripts, which hold up no episode. One broken feed never stops the others. Rejects only when the
 * catalogue itself fails.
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
  const transcripts = await transcriptsOf(options);
  await catalogue.finishRefresh(now);
  const sum = (count: (report: FeedReport) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    reports,
    new: sum((report) => report.new),
    updated: sum((report) => report.updated),
    failed: sum((report) => (report.status === 'failed' ? 1 : 0)),
    removed,
    transcripts,
  };
}

function transcriptsOf(options: RefreshOptions): Promise<TranscriptReport> {
  const {
    catalogue,
    transcripts,
    transcriptBudget: budget,
    now,
    signal,
    force,
    everyFeed,
  } = options;
  if (transcripts === undefined) return Promise.resolve({ due: 0, read: 0, refused: {} });
  const everyOne = force ?? everyFeed;
  return readTranscripts(catalogue, transcripts, { now, signal, budget, everyOne });
}
