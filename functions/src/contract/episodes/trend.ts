import * as z from 'zod/mini';
import { MAX_DATE_MS } from '../time.ts';
import { MAX_TREND_SHOWS, TREND_DAYS } from './search-limits.ts';

const countSchema = z.int().check(z.nonnegative());

/** Matching episodes per UTC day, counting duplicates once. */
export const trendSchema = z.object({
  /** Start of the last day, epoch milliseconds. */
  lastDay: z.int().check(z.nonnegative(), z.maximum(MAX_DATE_MS)),
  /** Oldest day first. */
  days: z.array(countSchema).check(z.length(TREND_DAYS)),
  /** Start of the counted period, epoch milliseconds; absent if every day was counted. */
  since: z.optional(z.int().check(z.nonnegative(), z.maximum(MAX_DATE_MS))),
  shows: z
    .array(
      z.object({
        podcast: z.string(),
        episodes: countSchema,
        /** Query term that restricts a search to the show; absent if its name cannot be searched for. */
        term: z.optional(z.string()),
      }),
    )
    .check(z.maxLength(MAX_TREND_SHOWS)),
});

export type Trend = z.infer<typeof trendSchema>;
