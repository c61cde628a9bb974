// Must not import zod: pages load this file.

/** 20 keywords of 200 characters take at most about 17 kB as JSON. */
export const MAX_BODY_BYTES = 32_768;
export const MAX_KEYWORDS = 20;
/** UTF-16 code units after trimming. */
export const MAX_KEYWORD_LENGTH = 200;
export const MAX_PHRASE_WORDS = 20;
export const MAX_SEARCH_WORDS = 60;
export const MAX_EPISODES = 100;
/** Cap of `total`; further matches are neither counted nor ranked. */
export const MAX_TOTAL = 1000;
export const RESULTS_PER_PAGE = 10;
/** Episodes that the site requests: those of the current page of results and of the next one. */
export const RESULTS_ASKED = 2 * RESULTS_PER_PAGE;
/** Days that a trend covers. The catalogue retains episodes for as many days. */
export const TREND_DAYS = 35;
/** Days, including today, of the counts and charts that the screen calls "the past month". */
export const MONTH_DAYS = 30;
/** Max mentions that a trend counts, newest first. At this limit, the trend has `since`. */
export const MAX_MENTIONS = 10_000;
export const MAX_TREND_SHOWS = 5;
export const MAX_SPOKEN_SHOWN = 3;
export const MAX_MOMENTS_SHOWN = 20;
/** Max chapters of all episodes in a response together; see `limitChapters`. */
export const MAX_CHAPTERS_SHOWN = 120;

export const MAX_ALSO_IN = 5;

export const MAX_REASONS = 6;

/** Searched fields except the transcript. `people` are participants other than hosts and guests. */
export const FOUND_PLACES = [
  'title',
  'show',
  'publisher',
  'host',
  'guest',
  'people',
  'chapters',
  'notes',
] as const;

/** `relevance` ranks the newest `MAX_TOTAL` matches. */
export const SEARCH_SORTS = ['newest', 'relevance'] as const;

/** A search returns mentions per day `beside` the episodes, or `alone`. */
export const TREND_CHOICES = ['beside', 'alone'] as const;

export type SearchSort = (typeof SEARCH_SORTS)[number];

/** Counts words (runs of letters and digits), and each `&`, which is read as "and". Zero without words. */
export function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu)?.length ?? 0;
  return words === 0 ? 0 : words + (text.match(/[&＆﹠]/g)?.length ?? 0);
}
