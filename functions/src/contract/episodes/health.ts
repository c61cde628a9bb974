import * as z from 'zod/mini';

export const MAX_SPOKEN_SHOWS = 100;

const count = z.int().check(z.nonnegative());

export const healthResponseSchema = z.object({
  status: z.enum(['ok', 'empty']),
  episodes: count,
  /** Feeds with at least one episode in the catalogue. */
  podcasts: count,
  /** Episodes with a transcript; absent if the backend does not count them. */
  spoken: z.optional(count),
  /** Shows with the most transcripts first; only in the response to `GET /api/health?shows`. */
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
  refreshedAtMs: z.nullable(z.int()),
  /** Delay of the most overdue feed, ms; absent if the backend has no list of feeds. */
  lateMs: z.optional(count),
  /** When the local copy of the catalogue was last known to be current, epoch ms; absent if there is no copy. */
  checkedAtMs: z.optional(z.int()),
  /** Age of the oldest unsent email, ms, up to a minute old; null if none. Absent while the database is down. */
  oldestMailMs: z.optional(z.nullable(count)),
  /** Delay of the oldest due message to a channel, ms. Null or absent in the same cases as `oldestMailMs`. */
  oldestMessageMs: z.optional(z.nullable(count)),
  /** State of transcription, up to a minute old; absent if the deployment transcribes nothing. */
  hearing: z.optional(
    z.object({
      minutesToday: count,
      minutesADay: count,
      waiting: count,
      /** Episodes whose transcription was given up in the last week. */
      failed: count,
      /** Hours of audio transcribed in the last week. */
      hoursThisWeek: count,
      stopped: z.optional(z.string()),
    }),
  ),
});

export type HealthResponse = z.infer<typeof healthResponseSchema>;

export type SpokenShow = NonNullable<HealthResponse['shows']>[number];
