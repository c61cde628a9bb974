import * as z from 'zod/mini';
import { episodeSchema } from './episode.ts';
import {
  countWords,
  MAX_EPISODES,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  MAX_PHRASE_WORDS,
  MAX_SEARCH_WORDS,
} from './search-limits.ts';
import { MAX_DATE_MS } from '../time.ts';

const keywordSchema = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(MAX_KEYWORD_LENGTH),
  z.refine((keyword) => countWords(keyword) <= MAX_PHRASE_WORDS, {
    error: `a keyword or phrase can have at most ${MAX_PHRASE_WORDS} words`,
  }),
);

/** Body of `POST /api/search`. Unknown fields are refused. */
export const searchRequestSchema = z.strictObject({
  keywords: z.array(keywordSchema).check(
    z.minLength(1),
    z.maxLength(MAX_KEYWORDS),
    z.refine((keywords) => countWords(keywords.join(' ')) <= MAX_SEARCH_WORDS, {
      error: `the keywords can have at most ${MAX_SEARCH_WORDS} words in all`,
    }),
  ),
  language: z.literal('English'),
  /** Oldest time of publication wanted, epoch milliseconds; rounded down to the minute. */
  startDate: z.optional(z.int().check(z.nonnegative(), z.maximum(MAX_DATE_MS))),
  /** Whether what is said in episodes is searched besides what is written about them; yes by default. */
  spoken: z.optional(z.boolean()),
  /** Whether what a feed says in all of its episodes (sponsors, credits, links) is searched too; no by default. */
  repeated: z.optional(z.boolean()),
});

export type SearchRequest = z.infer<typeof searchRequestSchema>;

export const searchResponseSchema = z.object({
  /** Newest first, at most {@link MAX_EPISODES}. */
  episodes: z.array(episodeSchema).check(z.maxLength(MAX_EPISODES)),
  /** How many episodes match in all, counted up to `MAX_TOTAL`. */
  total: z.int().check(z.nonnegative()),
  /** How many more there are with `repeated`; left out where there are none, or nobody knows. */
  repeatedMore: z.optional(z.int().check(z.positive())),
  /** The source of the data, where its terms demand that a page name it. */
  source: z.optional(z.literal('listennotes')),
  /** What was searched for, as a sentence, where that is more than words between commas. */
  asked: z.optional(z.string()),
  /** Where nothing is found: keywords spelled almost alike, which would find something. */
  meant: z.optional(z.array(z.string())),
});

export type SearchResponse = z.infer<typeof searchResponseSchema>;
