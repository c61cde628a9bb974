import * as z from 'zod/mini';

/** Most episodes a delivery names of each alert; how many there were stands in `count`. */
export const DELIVERY_EPISODES = 3;

/** One digest in a person's history. */
export const deliverySchema = z.object({
  /** The digest's id. */
  id: z.string(),
  /**
   * `sent`: the mail service took it. `failed`: it did not, or nobody knows; `code` says why.
   * `cancelled`: it was not to be sent any more; `code` says why.
   */
  state: z.enum(['sent', 'failed', 'cancelled']),
  /** When that was settled, epoch milliseconds; stored as a timestamp named `at`. */
  atMs: z.number(),
  subject: z.string(),
  code: z.nullable(z.string()),
  alerts: z.array(
    z.object({
      alertId: z.string(),
      keyword: z.string(),
      /** Episodes the digest told of, those it only counted included. */
      count: z.int().check(z.nonnegative()),
      /** The first of them. */
      episodes: z
        .array(z.object({ title: z.string(), link: z.string(), podcast: z.string() }))
        .check(z.maxLength(DELIVERY_EPISODES)),
    }),
  ),
});

/**
 * What became of one digest, as a person's history shows it: the document
 * `users/{uid}/deliveries/{digestId}`, written by the server alone. Firestore removes it after its
 * field `expireAt`, 90 days later.
 */
export type Delivery = z.infer<typeof deliverySchema>;
