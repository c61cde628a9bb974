import type { FeedValidators, TranscriptSource } from '../../feeds/feed-model.ts';

/** State of an episode's transcript or chapters file. Times are epoch milliseconds. */
export interface AttachmentRecord {
  /** The preferred format comes first. */
  sources: readonly TranscriptSource[];
  /** When the feed first referenced these sources. */
  wantedAtMs: number;
  /** Failed attempts; for a file that was read, how often another address had the same text. */
  tries: number;
  triedAtMs: number | null;
  /** Null after success and after the last attempt. */
  nextTryAtMs: number | null;
  /** `read`, the code of the last failure, or null before the first attempt. */
  outcome: string | null;
  /** Validators of the last response that could not be parsed, so that the same file is not downloaded again. */
  validators: FeedValidators;
}

export interface AwaitedAttachment extends AttachmentRecord {
  episodeId: number;
  durationSeconds: number | null;
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

/** Record of a machine's transcript for an episode without a transcript file. */
export const NO_FILE: AttachmentRecord = {
  sources: [],
  wantedAtMs: 0,
  tries: 0,
  triedAtMs: null,
  nextTryAtMs: null,
  outcome: null,
  validators: { etag: null, lastModified: null },
};

export const READ = 'read';

export { TOO_SHORT } from '../schema/has-text.ts';
