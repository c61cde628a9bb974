import * as z from 'zod/mini';
import type { UntranscribedReason } from './untranscribed-reason.ts';
import { SHOW_ID } from './show-path.ts';
import { MAX_TOTAL, RESULTS_PER_PAGE } from './search-limits.ts';

/** Body of `POST /api/search` for the newest episodes of one show, ten per response. */
export const showRequestSchema = z.strictObject({
  show: z.strictObject({
    id: z.string().check(z.regex(SHOW_ID)),
    skip: z.optional(
      z
        .int()
        .check(
          z.nonnegative(),
          z.maximum(MAX_TOTAL - RESULTS_PER_PAGE),
          z.multipleOf(RESULTS_PER_PAGE),
        ),
    ),
  }),
});

export type ShowRequest = z.infer<typeof showRequestSchema>;

export interface ShowFacts {
  id: string;
  title: string;
  /** Absent if the feed's address may not be published. */
  feedUrl?: string | undefined;
  /** Query term that restricts a search to shows with this title; absent if the title cannot be searched for. */
  term?: string | undefined;
  /** Number of episodes in the last `TREND_DAYS`, up to `MAX_TOTAL`. */
  episodes: number;
  /** Number of episodes with a transcript of the publisher. `heard` counts those with a machine transcript. */
  published: number;
  heard: number;
  /** Why the newest episode has no transcript. Absent if it has one, or if nothing is transcribed. */
  unheard?: UntranscribedReason | undefined;
}
