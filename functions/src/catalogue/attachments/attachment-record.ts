import type { FeedValidators, TranscriptSource } from '../../feeds/feed-model.ts';

/** What the catalogue remembers of an episode's transcript. Times are epoch milliseconds. */
export interface AttachmentRecord {
  /** Where the publisher keeps it, the most useful first. */
  sources: readonly TranscriptSource[];
  /** Since when the feed names these. */
  wantedAtMs: number;
  /** Failed tries in a row, up to now. */
  tries: number;
  triedAtMs: number | null;
  /** Null for one that was read, or given up. */
  nextTryAtMs: number | null;
  /** `read`, the code of the last failure, or null before the first try. */
  outcome: string | null;
  /** Of an answer that could not be read: a host that has nothing new need not send it again. */
  validators: FeedValidators;
}

export interface AwaitedAttachment extends AttachmentRecord {
  episodeId: number;
}

export interface StoredTranscript extends AttachmentRecord {
  identity: string;
  /** As `packSpokenText` makes it, base64; null of one that was not read. */
  spoken: string | null;
}

export function wantedAttachment(
  sources: readonly TranscriptSource[],
  now: number,
): AttachmentRecord {
  return {
    sources,
    wantedAtMs: now,
    tries: 0,
    triedAtMs: null,
    nextTryAtMs: now,
    outcome: null,
    validators: { etag: null, lastModified: null },
  };
}

export const READ = 'read';
