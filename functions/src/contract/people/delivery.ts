import * as z from 'zod/mini';
import { alertFieldsSchema } from './alert.ts';

/** Most episodes listed for each alert of a delivery; `count` holds their number. */
export const DELIVERY_EPISODES = 3;

export const sectionSchema = z.extend(alertFieldsSchema, { alertId: z.string() });

export const mailedEpisodeSchema = z.object({
  title: z.string(),
  link: z.string(),
  podcast: z.string(),
});

export const deliverySchema = z.object({
  id: z.string(),
  /**
   * `failed`: refused, or uncertain. `cancelled`: no longer to be sent. `code` is the reason for
   * both.
   */
  state: z.enum(['sent', 'failed', 'cancelled']),
  /** Epoch milliseconds of the state; stored as the timestamp `at`. */
  atMs: z.number(),
  subject: z.string(),
  code: z.nullable(z.string()),
  alerts: z.array(
    z.extend(sectionSchema, {
      /** Episodes in the digest, including those it only counted. */
      count: z.int().check(z.nonnegative()),
      episodes: z.array(mailedEpisodeSchema).check(z.maxLength(DELIVERY_EPISODES)),
    }),
  ),
});

/**
 * `users/{uid}/deliveries/{digestId}`, written by the server alone; Firestore deletes it after 90
 * days.
 */
export type Delivery = z.infer<typeof deliverySchema>;
