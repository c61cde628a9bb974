import * as z from 'zod/mini';
import { MAX_KEYWORD_LENGTH } from '../episodes/search-limits.ts';

export const MAX_ALERT_COUNTS = 20;

export const alertCountsRequestSchema = z.strictObject({
  alerts: z
    .array(
      z.strictObject({
        query: z.string().check(z.minLength(1), z.maxLength(MAX_KEYWORD_LENGTH)),
        spoken: z.boolean(),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_ALERT_COUNTS)),
});

export type AlertCountsRequest = z.infer<typeof alertCountsRequestSchema>;

const alertCountSchema = z.object({
  episodes: z.int().check(z.nonnegative()),
  /** True if the count omits some days. */
  isPart: z.boolean(),
});

export type AlertCount = z.infer<typeof alertCountSchema>;

export const alertCountsSchema = z.object({
  /** In the order of the request; null for an alert whose count failed or would take too long. */
  counts: z.array(z.nullable(alertCountSchema)),
});

export type AlertCounts = z.infer<typeof alertCountsSchema>;
