import * as z from 'zod/mini';

export const MAX_SPOKEN_SHOWS = 100;

/** Body of `GET /api/health`. */
export const healthResponseSchema = z.object({
  status: z.enum(['ok', 'empty']),
  episodes: z.int().check(z.nonnegative()),
  /** Feeds with at least one episode in the catalogue. */
  podcasts: z.int().check(z.nonnegative()),
  /** Episodes with a transcript; absent if the backend does not count them. */
  spoken: z.optional(z.int().check(z.nonnegative())),
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
  lateMs: z.optional(z.int().check(z.nonnegative())),
  /** When the local copy was last known to be current, epoch milliseconds; absent without a copy. */
  checkedAtMs: z.optional(z.int()),
});

export type HealthResponse = z.infer<typeof healthResponseSchema>;

export type SpokenShow = NonNullable<HealthResponse['shows']>[number];
