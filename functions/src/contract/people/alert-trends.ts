import * as z from 'zod/mini';
import { trendSchema } from '../episodes/trend.ts';
import { MAX_KEYWORD_LENGTH } from '../episodes/search-limits.ts';

/** Alerts of a call. */
export const MAX_ALERT_TRENDS = 20;
/** Calls of a person in an hour: six views of as many alerts as there can be. */
export const ALERT_TRENDS_AN_HOUR = 60;

/** Body of the operation `alertTrends`. Unknown fields are refused. */
export const alertTrendsRequestSchema = z.strictObject({
  alerts: z
    .array(
      z.strictObject({
        query: z.string().check(z.minLength(1), z.maxLength(MAX_KEYWORD_LENGTH)),
        spoken: z.boolean(),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_ALERT_TRENDS)),
});

export type AlertTrendsRequest = z.infer<typeof alertTrendsRequestSchema>;

export const alertTrendsSchema = z.object({
  /** In the order of the alerts; null where counting fails, or would take too long. */
  trends: z.array(z.nullable(trendSchema)),
});

export type AlertTrends = z.infer<typeof alertTrendsSchema>;
