import * as z from 'zod/mini';

/** Most podcasts that an answer names with their transcripts. */
export const MAX_SPOKEN_SHOWS = 100;

/** Body of `GET /api/health`. */
export const healthResponseSchema = z.object({
  status: z.enum(['ok', 'empty']),
  /** Episodes the catalogue holds now. */
  episodes: z.int().check(z.nonnegative()),
  /** Podcasts (feeds) that have at least one episode in the catalogue. */
  podcasts: z.int().check(z.nonnegative()),
  /** Episodes of which it is known what is said in them; missing where the backend does not count them. */
  spoken: z.optional(z.int().check(z.nonnegative())),
  /**
   * The podcasts that have transcripts, those with the most first: how many episodes each has, and how
   * many of them have a transcript. Only in an answer to `GET /api/health?shows`.
   */
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
  /** When the catalogue was last refreshed, epoch milliseconds; null before the first time. */
  refreshedAtMs: z.nullable(z.int()),
  /**
   * When the catalogue's copy in use was last known to be the newest, epoch milliseconds; missing
   * where the catalogue is read in place. It grows old while the bucket cannot be reached.
   */
  checkedAtMs: z.optional(z.int()),
});

export type HealthResponse = z.infer<typeof healthResponseSchema>;

export type SpokenShow = NonNullable<HealthResponse['shows']>[number];
