import * as z from 'zod/mini';
import { trendSchema } from '../episodes/trend.ts';
import { MAX_KEYWORD_LENGTH } from '../episodes/search-limits.ts';

/** Maximum number of alerts in one call. */
export const MAX_ALERT_TRENDS = 20;
/** Calls per person and hour: enough to show `MAX_ALERTS` alerts six times. */
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
  /** In the order of the request's alerts; null for an alert whose count failed, or would take too long. */
  trends: z.array(z.nullable(trendSchema)),
});

export type AlertTrends = z.infer<typeof alertTrendsSchema>;
