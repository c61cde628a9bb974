import type { FeedFetch, FeedValidators } from '../feed-model.ts';
import { fetchFeed, type FetchOptions } from './fetch-feed.ts';

/** An hour of JSON with a piece for each word takes about one megabyte. */
const MAX_TRANSCRIPT_BYTES = 8_000_000;

const ACCEPT = 'text/vtt, application/x-subrip, application/json;q=0.9, text/html;q=0.8, */*;q=0.5';

/** Two hundred chapters with addresses of pictures and pages take about a hundred kilobytes. */
const MAX_CHAPTERS_BYTES = 1_000_000;

/** Asks a host for a transcript, with the care, the limits and the manners of {@link fetchFeed}. */
export function fetchTranscript(
  url: string,
  validators: FeedValidators,
  options: Pick<FetchOptions, 'allowPrivate' | 'signal'>,
): Promise<FeedFetch> {
  return fetchFeed(url, validators, {
    ...options,
    accept: ACCEPT,
    maxBytes: MAX_TRANSCRIPT_BYTES,
  });
}

/** Asks a host for a file of chapters, with the care, the limits and the manners of {@link fetchFeed}. */
export function fetchChapters(
  url: string,
  validators: FeedValidators,
  options: Pick<FetchOptions, 'allowPrivate' | 'signal'>,
): Promise<FeedFetch> {
  return fetchFeed(url, validators, {
    ...options,
    accept: 'application/json+chapters, application/json;q=0.9, */*;q=0.5',
    maxBytes: MAX_CHAPTERS_BYTES,
  });
}
