import * as z from 'zod/mini';
import { alertFieldsSchema } from './alert.ts';

/** Most episodes a delivery lists for each alert; `count` holds how many there were. */
export const DELIVERY_EPISODES = 3;

/** One alert in a digest, in its mail and in the history of mails. */
export const sectionSchema = z.extend(alertFieldsSchema, { alertId: z.string() });

/** An episode in them. */
export const mailedEpisodeSchema = z.object({
  title: z.string(),
  link: z.string(),
  podcast: z.string(),
});

/** One digest in a person's history. */
export const deliverySchema = z.object({
  /** The digest's id. */
  id: z.string(),
  /**
   * `sent`: the mail service accepted it. `failed`: it did not, or that is uncertain. `cancelled`:
   * it was not to be sent any more. For the last two, `code` says why.
   */
  state: z.enum(['sent', 'failed', 'cancelled']),
  /** When that was decided, epoch milliseconds; stored as a timestamp named `at`. */
  atMs: z.number(),
  subject: z.string(),
  code: z.nullable(z.string()),
  alerts: z.array(
    z.extend(sectionSchema, {
      /** Episodes in the digest, those it only counted included. */
      count: z.int().check(z.nonnegative()),
      /** The first of them. */
      episodes: z.array(mailedEpisodeSchema).check(z.maxLength(DELIVERY_EPISODES)),
    }),
  ),
});

/**
 * What became of one digest, as a person's history shows it: the document
 * `users/{uid}/deliveries/{digestId}`, written by the server alone. Firestore removes it after its
 * field `expireAt`, 90 days later.
 */
export type Delivery = z.infer<typeof deliverySchema>;
