import * as z from 'zod/mini';

export const MAX_SPOKEN_SHOWS = 100;

const count = z.int().check(z.nonnegative());

/** Body of `GET /api/health`. */
export const healthResponseSchema = z.object({
  status: z.enum(['ok', 'empty']),
  episodes: count,
  /** Feeds with at least one episode in the catalogue. */
  podcasts: count,
  /** Episodes with a transcript; absent if the backend does not count them. */
  spoken: z.optional(count),
  /** Shows with transcripts, most transcripts first; only in an answer to `GET /api/health?shows`. */
  shows: z.optional(
    z
      .array(
        z.object({
          podcast: z.string(),
          episodes: z.int().check(z.positive()),
          spoken: z.int().check(z.positive()),
        }),
      )
      .check(z.maxLength(MAX_SPOKEN_SHOWS)),
  ),
  /** Last refresh of the catalogue, epoch milliseconds; null before the first. */
  refreshedAtMs: z.nullable(z.int()),
  /** How long the most overdue feed has been due, milliseconds; absent if the backend has no list of feeds. */
  lateMs: z.optional(count),
  /** When the local copy was last known to be current, epoch milliseconds; absent without a copy. */
  checkedAtMs: z.optional(z.int()),
  /** Shows by how they stand at the gate, up to a minute old; absent if the backend has none. */
  gate: z.optional(
    z.object({
      probation: count,
      forFollowers: count,
      dropped: count,
      passedToday: count,
      droppedToday: count,
    }),
  ),
  /**
   * How long the oldest mail that is not sent has been waiting, milliseconds; null if none does. Up to a minute
   * old, and absent while the database does not answer.
   */
  oldestMailMs: z.optional(z.nullable(count)),
  /** How long the oldest message to a channel has been due, milliseconds; otherwise as `oldestMailMs`. */
  oldestMessageMs: z.optional(z.nullable(count)),
});

export type HealthResponse = z.infer<typeof healthResponseSchema>;

export type SpokenShow = NonNullable<HealthResponse['shows']>[number];
