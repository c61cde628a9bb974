import * as z from 'zod';
import { bytes, digestEpisodeSchema } from '../../delivery/mail/digest/digest-content.ts';

/** What planning needs of an episode (`MatchedEpisode`). */
export const pendingEpisodeSchema = z.object({
  id: z.number(),
  item: z.string(),
  title: z.string(),
  podcast: z.string(),
  link: z.string(),
  pubDateMs: z.number(),
  ingestedAtMs: z.number(),
  /** When the first match of the episode was stored; absent if that was before 1.1. */
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
  /** Set if an email or message with its title was refused even in the plain form. */
  isRefused: z.literal(true).optional(),
  /**
   * Of an episode of a digest that was not mailed and had no facts: hashes of its keys, the own one first, and
   * its `episodeId`.
   */
  hashes: z.array(z.string()).optional(),
  episodeId: z.string().optional(),
});

export type PendingEpisode = z.infer<typeof pendingEpisodeSchema>;

const pendingAlertSchema = z.object({
  /** Hash of the query that matched last, to which the counts below belong. */
  words: z.string(),
  /** Set if some of `keys` may have matched another query. */
  isMixed: z.literal(true).optional(),
  /** Hashes of the items, eight bytes each, in the order in which they matched. */
  keys: bytes,
  /** Hashes of the items of matches that are only counted. */
  more: bytes.optional(),
  /** Number of further matches. */
  beyond: z.number().optional(),
  /** By hash of the item: the episodes of a digest that was not mailed, as it showed them. */
  shown: z.record(z.string(), digestEpisodeSchema).optional(),
});

export type PendingAlert = z.infer<typeof pendingAlertSchema>;

export const pendingSchema = z.object({
  /** By the hash (`keyHash`) of the episode's item. */
  episodes: z.record(z.string(), pendingEpisodeSchema),
  /** By alert id. */
  alerts: z.record(z.string(), pendingAlertSchema),
  /** By alert id: the last email with it, and how many episodes it had. Absent for channels. */
  last: z.record(z.string(), z.object({ atMs: z.number(), episodes: z.number() })).optional(),
});

/**
 * Matches that wait for a person's next digest, or for a channel's next messages; documents
 * `users/{uid}/ledger/pending` and `pending-{channelId}`.
 */
export type Pending = z.infer<typeof pendingSchema>;

export const EMPTY_PENDING: Pending = { episodes: {}, alerts: {} };

/** True if nothing waits. */
export function isEmptyPending({ alerts }: Pending): boolean {
  return Object.keys(alerts).length === 0;
}
