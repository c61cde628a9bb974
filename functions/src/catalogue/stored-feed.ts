import type { StoredChapterFile } from './chapter-files.ts';
import type { EpisodeRow } from './episode-row.ts';
import type { FetchRecord } from './feed-record.ts';
import type { StoredTranscript } from './transcripts/transcript-record.ts';

/** All that a catalogue knows of a feed. Times are epoch milliseconds. */
export interface StoredFeed {
  url: string;
  title: string;
  record: FetchRecord;
  /** Oldest first; of the same second in the order of their ids. */
  episodes: EpisodeRow[];
  /** Items without a date that the feed lists, by identity: when each was first and last seen. */
  firstSeen: { identity: string; seenAtMs: number; listedAtMs: number }[];
  /** In the order of the episodes. */
  transcripts: StoredTranscript[];
  /** Likewise. */
  chapterFiles: StoredChapterFile[];
}

type Contents = Pick<StoredFeed, 'episodes' | 'transcripts' | 'chapterFiles'>;

/** Whether two catalogues hold the same episodes of a feed, and know the same of their files. */
export function sameEpisodes(left: Contents, right: Contents): boolean {
  const keys = ({ episodes, transcripts, chapterFiles }: Contents) => [
    ...episodes
      .map(({ identity, contentHash, ingestedAtMs, chapterTimes }) =>
        [identity, contentHash, ingestedAtMs, chapterTimes].join(' '),
      )
      .sort(),
    ...[...transcripts, ...chapterFiles].map((file) => JSON.stringify(file)).sort(),
  ];
  return left.episodes.length === right.episodes.length && keys(left).join() === keys(right).join();
}
