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
  /** Delay of the most overdue feed, milliseconds; absent if the backend has no list of feeds. */
  lateMs: z.optional(count),
  /** When the local copy of the catalogue was last known to be current, epoch ms; absent without one. */
  checkedAtMs: z.optional(z.int()),
  /**
   * Waiting time of the oldest unsent email, milliseconds; null if none is waiting. Measured up to a
   * minute ago; absent while the database does not answer.
   */
  oldestMailMs: z.optional(z.nullable(count)),
  /** Delay of the oldest due message to a channel, milliseconds. Null or absent: see `oldestMailMs`. */
  oldestMessageMs: z.optional(z.nullable(count)),
  /** Transcription; absent where nothing is transcribed. Measured up to a minute ago. */
  hearing: z.optional(
    z.object({
      minutesToday: count,
      minutesADay: count,
      /** Episodes. */
      waiting: count,
      /** Episodes given up within a week. */
      failed: count,
      /** Hours of audio heard within a week. */
      hoursThisWeek: count,
      /** Why nothing is sent to the service at the moment. */
      stopped: z.optional(z.string()),
    }),
  ),
});

export type HealthResponse = z.infer<typeof healthResponseSchema>;

export type SpokenShow = NonNullable<HealthResponse['shows']>[number];
