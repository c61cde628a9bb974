import * as z from 'zod';
import { bytes, digestEpisodeSchema } from '../../delivery/mail/digest/digest-content.ts';

/** The fields of a `MatchedEpisode` that planning needs. */
export const pendingEpisodeSchema = z.object({
  id: z.number(),
  item: z.string(),
  title: z.string(),
  podcast: z.string(),
  link: z.string(),
  pubDateMs: z.number(),
  ingestedAtMs: z.number(),
  /** When the first match of the episode was stored; absent before version 1.1. */
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
  /** Set if the title was refused even in the plain form. */
  isRefused: z.literal(true).optional(),
  /**
   * Hashes of the episode's keys, the item's first. Set, with `episodeId`, if the episode was restored from a
   * digest without facts.
   */
  hashes: z.array(z.string()).optional(),
  episodeId: z.string().optional(),
});

export type PendingEpisode = z.infer<typeof pendingEpisodeSchema>;

const pendingAlertSchema = z.object({
  /** Hash of the last query that matched; `more` and `beyond` apply to this query. */
  words: z.string(),
  /** Set if some of `keys` may have matched another query. */
  isMixed: z.literal(true).optional(),
  /** Hashes of the items in the order of matching, eight bytes each. */
  keys: bytes,
  /** Hashes of the items of matches that are only counted. */
  more: bytes.optional(),
  /** Number of further matches without a hash. */
  beyond: z.number().optional(),
  /** Episodes restored from a digest, as it showed them; by hash of the item. */
  shown: z.record(z.string(), digestEpisodeSchema).optional(),
});

export type PendingAlert = z.infer<typeof pendingAlertSchema>;

export const pendingSchema = z.object({
  /** By the hash (`keyHash`) of the episode's item. */
  episodes: z.record(z.string(), pendingEpisodeSchema),
  alerts: z.record(z.string(), pendingAlertSchema),
  /** Last email and its number of episodes, by alert id. Absent for channels. */
  last: z.record(z.string(), z.object({ atMs: z.number(), episodes: z.number() })).optional(),
});

/**
 * Matches pending for a person's next digest (`users/{uid}/ledger/pending`) or a channel's next messages
 * (`pending-{channelId}`).
 */
export type Pending = z.infer<typeof pendingSchema>;

export const EMPTY_PENDING: Pending = { episodes: {}, alerts: {} };

export function isEmptyPending({ alerts }: Pending): boolean {
  return Object.keys(alerts).length === 0;
}
