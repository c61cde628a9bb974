import type { FeedFetch, FeedValidators } from '../feed-model.ts';
import { fetchFeed, type FetchOptions } from './fetch-feed.ts';

/** An hour of JSON with a piece for each word takes about one megabyte. */
const TRANSCRIPT = {
  accept: 'text/vtt, application/x-subrip, application/json;q=0.9, text/html;q=0.8, */*;q=0.5',
  maxBytes: 8_000_000,
};

/** Two hundred chapters with addresses of pictures and pages take about a hundred kilobytes. */
const CHAPTERS = {
  accept: 'application/json+chapters, application/json;q=0.9, */*;q=0.5',
  maxBytes: 1_000_000,
};

/** Asks a host for a file, with the care, the limits and the manners of {@link fetchFeed}. */
type FetchFile = (
  url: string,
  validators: FeedValidators,
  options: Pick<FetchOptions, 'allowPrivate' | 'signal'>,
) => Promise<FeedFetch>;

export const fetchTranscript: FetchFile = (url, validators, options) =>
  fetchFeed(url, validators, { ...options, ...TRANSCRIPT });

export const fetchChapters: FetchFile = (url, validators, options) =>
  fetchFeed(url, validators, { ...options, ...CHAPTERS });
