import { readFile } from 'node:fs/promises';
import {
  fetchChapters,
  fetchFeed,
  type FetchOptions,
  fetchTranscript,
} from '../feeds/fetch/fetch-feed.ts';
import { readTranscript } from '../transcripts/read-transcript.ts';
import type { TranscriptAccess } from './read-transcripts.ts';
import type { FeedAccess } from './feed-list.ts';

/**
 * How a refresh reads feed lists on this disk, and fetches feeds and the files beside them from the web.
 * @param allowPrivate Which hosts of a private network may be asked.
 */
export function webFetchers(allowPrivate: FetchOptions['allowPrivate']): {
  feeds: FeedAccess;
  transcripts: TranscriptAccess;
} {
  return {
    feeds: {
      fetchFeed: (url, validators, signal) =>
        fetchFeed(url, validators, { allowPrivate, ...(signal ? { signal } : {}) }),
      readFile,
    },
    transcripts: {
      fetchTranscript: (url, validators, signal) =>
        fetchTranscript(url, validators, { allowPrivate, signal }),
      readTranscript,
      fetchChapters: (url, validators, signal) =>
        fetchChapters(url, validators, { allowPrivate, signal }),
    },
  };
}
