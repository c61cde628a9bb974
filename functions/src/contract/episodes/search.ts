import * as z from 'zod/mini';
import { episodeSchema } from './episode.ts';
import {
  countWords,
  MAX_EPISODES,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  MAX_PHRASE_WORDS,
  MAX_SEARCH_WORDS,
  MAX_TOTAL,
  RESULTS_PER_PAGE,
  SEARCH_SORTS,
  TREND_CHOICES,
} from './search-limits.ts';
import { trendSchema } from './trend.ts';
import { MAX_DATE_MS } from '../time.ts';

const keywordSchema = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(MAX_KEYWORD_LENGTH),
  z.refine((keyword) => countWords(keyword) <= MAX_PHRASE_WORDS, {
    error: `a keyword or phrase can have at most ${MAX_PHRASE_WORDS} words`,
  }),
);

export const searchRequestSchema = z.strictObject({
  keywords: z.array(keywordSchema).check(
    z.minLength(1),
    z.maxLength(MAX_KEYWORDS),
    z.refine((keywords) => countWords(keywords.join(' ')) <= MAX_SEARCH_WORDS, {
      error: `the keywords can have at most ${MAX_SEARCH_WORDS} words in all`,
    }),
  ),
  language: z.literal('English'),
  /** Earliest publication, epoch milliseconds; rounded down to the minute. */
  startDate: z.optional(z.int().check(z.nonnegative(), z.maximum(MAX_DATE_MS))),
  /** Search transcripts too; default true. */
  spoken: z.optional(z.boolean()),
  /**
   * False leaves out episodes of which only the name of the show or its publisher matches, as alerts do. Default true.
   */
  nameOnly: z.optional(z.boolean()),
  /** Deprecated and ignored, but pages of version 1.0 that are still open send it. */
  repeated: z.optional(z.boolean()),
  /** Default `newest`. */
  sort: z.optional(z.enum(SEARCH_SORTS)),
  /**
   * Omits episodes that only mention the query. Considers the newest `MAX_TOTAL` matches. Default: all matches.
   */
  strength: z.optional(z.literal('about')),
  /** Max episodes in the response; default {@link MAX_EPISODES}. Other search backends may ignore it. */
  limit: z.optional(z.int().check(z.positive(), z.maximum(MAX_EPISODES))),
  /** Matches to skip; default 0. Matches beyond `MAX_TOTAL` are never returned. */
  skip: z.optional(
    z
      .int()
      .check(
        z.nonnegative(),
        z.maximum(MAX_TOTAL - RESULTS_PER_PAGE),
        z.multipleOf(RESULTS_PER_PAGE, { error: `skip must be a multiple of ${RESULTS_PER_PAGE}` }),
      ),
  ),
  /** Counts mentions per day in the last `TREND_DAYS`, regardless of `startDate`, `sort` and `strength`. */
  trend: z.optional(z.enum(TREND_CHOICES)),
});

export type SearchRequest = z.infer<typeof searchRequestSchema>;

export const searchResponseSchema = z.object({
  episodes: z.array(episodeSchema).check(z.maxLength(MAX_EPISODES)),
  /** Matches, counted up to `MAX_TOTAL`. */
  total: z.int().check(z.nonnegative()),
  /** True if the backend supports `skip`. */
  paged: z.optional(z.literal(true)),
  /**
   * Start of the searched period, epoch ms, if the whole period took too long. `total` counts only this period.
   */
  searchedSince: z.optional(z.int().check(z.nonnegative(), z.maximum(MAX_DATE_MS))),
  /** The query in plain words if it has operators, then a sentence about the shorter period (`searchedSince`). */
  asked: z.optional(z.string()),
  /** Order of the episodes: `newest` also if ranking took too long. Absent if the backend has one order. */
  sort: z.optional(z.enum(SEARCH_SORTS)),
  /** Absent if not requested, or if counting would cost too much. */
  trend: z.optional(trendSchema),
  /** For "Did you mean": similar keywords that have matches, if nothing was found. */
  meant: z.optional(z.array(z.string())),
});

export type SearchResponse = z.infer<typeof searchResponseSchema>;
