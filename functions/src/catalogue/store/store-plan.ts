import type { DropCounts, TranscriptSource } from '../../feeds/feed-model.ts';
import type { EpisodeRow } from '../schema/episode-row.ts';

export interface StoreOutcome {
  new: number;
  updated: number;
  unchanged: number;
  /** Items dropped by the parser and by `planStore`. */
  dropped: DropCounts;
}

export interface StorePlan {
  /** Ids of deleted episodes. An episode whose date changed is also in `insert`. */
  remove: number[];
  /** Oldest first. Among rows of the same time, the item that the feed lists first comes last. */
  insert: EpisodeRow[];
  update: { id: number; row: EpisodeRow }[];
  /** Items without a date, with the time that was assigned when each was first seen. */
  undated: { identity: string; seenAtMs: number }[];
  /** Sources by item identity. */
  transcripts: Map<string, readonly TranscriptSource[]>;
  /** Sources by item identity. */
  chapterFiles: Map<string, readonly TranscriptSource[]>;
  outcome: StoreOutcome;
}
