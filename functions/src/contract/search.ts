import * as z from 'zod/mini';
import { episodeSchema } from './episode.ts';

export const MAX_KEYWORDS = 20;
/** Longest keyword or phrase, in UTF-16 code units after trimming. */
export const MAX_KEYWORD_LENGTH = 200;
/** Most episodes one search answers with, newest first. */
export const MAX_EPISODES = 100;
/** `total` is counted up to here; a search that matches more answers with this number. */
export const MAX_TOTAL = 1000;

/** Body of `POST /api/search`. Unknown fields are refused. */
export const searchRequestSchema = z.strictObject({
  keywords: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_KEYWORD_LENGTH)))
    .check(z.minLength(1), z.maxLength(MAX_KEYWORDS)),
  language: z.literal('English'),
  /** Oldest time of publication wanted, epoch milliseconds; honoured to the minute. */
  startDate: z.optional(z.int().check(z.nonnegative())),
});

export type SearchRequest = z.infer<typeof searchRequestSchema>;

export const searchResponseSchema = z.object({
  /** Newest first, at most {@link MAX_EPISODES}. */
  episodes: z.array(episodeSchema).check(z.maxLength(MAX_EPISODES)),
  /** How many episodes match in all, counted up to {@link MAX_TOTAL}. */
  total: z.int().check(z.nonnegative()),
  /** Whose data it is, where its terms ask that this be shown with it. */
  source: z.optional(z.literal('listennotes')),
});

export type SearchResponse = z.infer<typeof searchResponseSchema>;
