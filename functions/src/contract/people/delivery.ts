import * as z from 'zod/mini';
import { alertFieldsSchema } from './alert.ts';
import { CHANNEL_KINDS } from './channel.ts';

/** Max episodes listed per alert; `count` is the full number. */
export const DELIVERY_EPISODES = 3;

export const sectionSchema = z.extend(alertFieldsSchema, { alertId: z.string() });

export const mailedEpisodeSchema = z.object({
  title: z.string(),
  link: z.string(),
  podcast: z.string(),
  /** When the match was stored, epoch ms; absent before 1.1. */
  foundAtMs: z.optional(z.number()),
});

export const deliverySchema = z.object({
  id: z.string(),
  /** `failed` if rejected or if the outcome is unknown, `cancelled` if obsolete; `code` states the reason. */
  state: z.enum(['sent', 'failed', 'cancelled']),
  /** When the state was reached, epoch ms; stored as the timestamp `at`. */
  atMs: z.number(),
  subject: z.string(),
  code: z.nullable(z.string()),
  /** Absent for email. */
  channel: z.catch(
    z.optional(z.object({ id: z.string(), kind: z.enum(CHANNEL_KINDS), name: z.string() })),
    undefined,
  ),
  /** The receiver's last response; `status` is null if there was none. */
  answer: z.catch(
    z.optional(z.object({ status: z.nullable(z.int()), tookMs: z.number() })),
    undefined,
  ),
  alerts: z.array(
    z.extend(sectionSchema, {
      /** Includes episodes that the digest counts but does not list. */
      count: z.int().check(z.nonnegative()),
      episodes: z.array(mailedEpisodeSchema).check(z.maxLength(DELIVERY_EPISODES)),
      /** When the matches that are only counted were stored, epoch ms, if known. */
      moreFoundAtMs: z.catch(z.optional(z.array(z.number())), undefined),
    }),
  ),
});

/** `users/{uid}/deliveries/{digestId}`, written by the server only; expires after `HISTORY_KEPT_DAYS`. */
export type Delivery = z.infer<typeof deliverySchema>;
