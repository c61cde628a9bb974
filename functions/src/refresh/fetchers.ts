import { readFile } from 'node:fs/promises';
import {
  fetchChapters,
  fetchFeed,
  type FetchOptions,
  fetchTranscript,
} from '../feeds/fetch/fetch-feed.ts';
import { readTranscript } from '../feeds/transcripts/read-transcript.ts';
import type { TranscriptAccess } from './read-transcripts.ts';
import type { FeedAccess } from './feed-list.ts';

/** @param allowPrivate Returns true for URLs in a private network that may be fetched. */
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
