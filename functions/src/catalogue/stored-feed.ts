import type { EpisodeRow } from './episode-row.ts';
import type { FetchRecord } from './feed-record.ts';

/** All that a catalogue knows of a feed. Times are epoch milliseconds. */
export interface StoredFeed {
  url: string;
  title: string;
  record: FetchRecord;
  /** Oldest first; of the same second in the order of their ids. */
  episodes: EpisodeRow[];
  /** Items without a date that the feed lists, by identity: when each was first and last seen. */
  firstSeen: { identity: string; seenAtMs: number; listedAtMs: number }[];
}

/** Whether two catalogues hold the same episodes of a feed. */
export function sameEpisodes(left: readonly EpisodeRow[], right: readonly EpisodeRow[]): boolean {
  const keys = (rows: readonly EpisodeRow[]) =>
    rows.map((row) => `${row.identity} ${row.contentHash} ${row.ingestedAtMs}`).sort();
  return left.length === right.length && keys(left).join() === keys(right).join();
}
