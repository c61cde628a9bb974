import * as z from 'zod';
import {
  type AlertFields,
  type DigestCadence,
  mailedEpisodeSchema,
  REASON_PLACES,
  sectionSchema,
  strengthShape,
} from '../../../contract/index.ts';
import type { PageOfEpisode } from '../../site-links.ts';

export interface DigestContent {
  cadence: DigestCadence;
  /** IANA name. */
  timeZone: string;
  alerts: DigestAlert[];
}

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

export const digestEpisodeSchema = z.object({
  ...mailedEpisodeSchema.shape,
  image: z.string(),
  pubDateMs: z.number(),
  /** Plain text around the match, with highlight markers. */
  excerpt: z.string(),
  reasons: z.array(z.object({ place: z.enum(REASON_PLACES), text: z.string() })).optional(),
  ...strengthShape,
  alsoIn: z.array(z.string()).optional(),
  /** How many episodes its show published at once, if alerts send only the newest of them. */
  newAtOnce: z.number().optional(),
  audio: z.string().optional(),
  /** Emails only: where the keyword is first said in the audio. */
  audioAtMs: z.number().optional(),
  /** `itemId` of the episode, and id of its show's page if the show is public. Absent before version 1.2. */
  id: z.string().optional(),
  showId: z.string().optional(),
  /** Channels only: the quotations with their times. */
  said: z.array(z.object({ text: z.string(), atMs: z.number().nullable() })).optional(),
  durationS: z.number().optional(),
  /** Id of the match (`matchId`) and of the show (`showIdOf`). Absent before version 1.2. */
  match: z.string().optional(),
  show: z.string().optional(),
  /** True if the receiver refused even the plain form with this episode's title. */
  isRefused: z.literal(true).optional(),
});

export type DigestEpisode = z.infer<typeof digestEpisodeSchema>;

export const digestAlertSchema = z.object({
  ...sectionSchema.shape,
  episodes: z.array(digestEpisodeSchema),
  /** Number of matches that are not in `episodes`. */
  moreCount: z.number(),
  /** Ids of all matching episodes, eight bytes each. An episode has the same id in every alert. */
  episodeIds: bytes,
});

export type DigestAlert = z.infer<typeof digestAlertSchema>;

/** Links contain these fields, but a hash (`saidOf`) instead of the query. */
type LinkedAlert = Pick<DigestAlert, 'alertId' | 'keyword' | 'language'>;

export interface DigestLinks {
  siteName: string;
  manage: string;
  unsubscribeAll: string;
  unsubscribeAlert(alert: LinkedAlert): string;
  /** Pauses it for `PAUSE_DAYS`. */
  pauseAlert(alert: LinkedAlert): string;
  exclude(alert: LinkedAlert, term: string): string;
  weeklyInstead(cadence: DigestCadence): string | null;
  searchFor(alert: AlertFields): string;
  /** Null if the episode has no page on the site. */
  pageOf(episode: PageOfEpisode, atMs?: number): string | null;
}
