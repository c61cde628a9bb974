import * as z from 'zod';
import { bytes, digestEpisodeSchema } from '../../delivery/mail/digest/digest-content.ts';

export const pendingEpisodeSchema = z.object({
  id: z.number(),
  item: z.string(),
  title: z.string(),
  podcast: z.string(),
  link: z.string(),
  pubDateMs: z.number(),
  ingestedAtMs: z.number(),
  /** When the first match was stored. Absent before version 1.1. */
  foundAtMs: z.number().optional(),
  copies: z
    .object({
      keys: z.array(z.number()),
      ofAudio: z.array(z.number()).optional(),
      audio: z.number().optional(),
      group: z.number().nullable(),
      feedId: z.number(),
    })
    .optional(),
  forFollowers: z.literal(true).optional(),
  /** Set if the receiver refused even the plain form, whose next try omits this episode's title. */
  isRefused: z.literal(true).optional(),
  /**
   * Hashes of the episode's keys, the item's first. Set, like `episodeId`, for an episode that was restored
   * from a digest without its facts.
   */
  hashes: z.array(z.string()).optional(),
  episodeId: z.string().optional(),
});

export type PendingEpisode = z.infer<typeof pendingEpisodeSchema>;

const pendingAlertSchema = z.object({
  /** Hash of the last query that matched. `more` and `beyond` apply to this query. */
  words: z.string(),
  /** Set if some of `keys` may have matched an earlier query. */
  isMixed: z.literal(true).optional(),
  /** Hashes of the matching items, eight bytes each, in the order of matching. */
  keys: bytes,
  /** Hashes of items whose matches are only counted. */
  more: bytes.optional(),
  /** Number of further matches, whose hashes are unknown. */
  beyond: z.number().optional(),
  /** Episodes restored from an unmailed digest, as that digest showed them. By hash of the item. */
  shown: z.record(z.string(), digestEpisodeSchema).optional(),
});

export type PendingAlert = z.infer<typeof pendingAlertSchema>;

export const pendingSchema = z.object({
  /** By hash of the item (`keyHash`). */
  episodes: z.record(z.string(), pendingEpisodeSchema),
  alerts: z.record(z.string(), pendingAlertSchema),
  /** Time of the last email and its number of episodes, by alert id. Absent for channels. */
  last: z.record(z.string(), z.object({ atMs: z.number(), episodes: z.number() })).optional(),
});

/** Stored as `users/{uid}/ledger/pending` for mail, and as `ledger/pending-{channelId}` for a channel. */
export type Pending = z.infer<typeof pendingSchema>;

export const EMPTY_PENDING: Pending = { episodes: {}, alerts: {} };

export function isEmptyPending({ alerts }: Pending): boolean {
  return Object.keys(alerts).length === 0;
}
