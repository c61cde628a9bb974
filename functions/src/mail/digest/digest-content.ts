import * as z from 'zod';
import {
  type AlertFields,
  type DigestCadence,
  mailedEpisodeSchema,
  REASON_PLACES,
  sectionSchema,
} from '../../contract/index.ts';

export interface DigestContent {
  cadence: DigestCadence;
  /** IANA name of the zone that dates are shown in. */
  timeZone: string;
  alerts: DigestAlert[];
}

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const digestEpisodeSchema = z.object({
  ...mailedEpisodeSchema.shape,
  /** Address of the cover, or empty. */
  image: z.string(),
  pubDateMs: z.number(),
  /** Plain text around the match, with highlight markers. */
  excerpt: z.string(),
  reasons: z.array(z.object({ place: z.enum(REASON_PLACES), text: z.string() })).optional(),
  alsoIn: z.array(z.string()).optional(),
});

export type DigestEpisode = z.infer<typeof digestEpisodeSchema>;

export const digestAlertSchema = z.object({
  ...sectionSchema.shape,
  episodes: z.array(digestEpisodeSchema),
  /** Matching episodes beyond those in `episodes`. */
  moreCount: z.number(),
  /** Eight bytes for each known episode, the same under every alert. */
  episodeIds: bytes,
});

export type DigestAlert = z.infer<typeof digestAlertSchema>;

export interface DigestLinks {
  siteName: string;
  manage: string;
  unsubscribeAll: string;
  unsubscribeAlert(alertId: string): string;
  exclude(alertId: string, term: string): string;
  /** Changes the cadence to weekly; null if weekly already. */
  weeklyInstead(cadence: DigestCadence): string | null;
  searchFor(alert: AlertFields): string;
}
