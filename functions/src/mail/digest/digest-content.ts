import * as z from 'zod';
import {
  type AlertFields,
  type DigestCadence,
  mailedEpisodeSchema,
  REASON_PLACES,
  sectionSchema,
} from '../../contract/index.ts';

/** What a digest says, regardless of how it looks. */
export interface DigestContent {
  cadence: DigestCadence;
  /** The time zone dates are shown in, by its IANA name. */
  timeZone: string;
  alerts: DigestAlert[];
}

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const digestEpisodeSchema = z.object({
  ...mailedEpisodeSchema.shape,
  /** Address of the cover, or empty. */
  image: z.string(),
  pubDateMs: z.number(),
  /** The text around the match, plain text with the contract's highlight markers. */
  excerpt: z.string(),
  /** The other texts that match. */
  reasons: z.array(z.object({ place: z.enum(REASON_PLACES), text: z.string() })).optional(),
  /** Other shows that have the same episode. */
  alsoIn: z.array(z.string()).optional(),
});

export type DigestEpisode = z.infer<typeof digestEpisodeSchema>;

export const digestAlertSchema = z.object({
  ...sectionSchema.shape,
  episodes: z.array(digestEpisodeSchema),
  /** Matching episodes beyond those in `episodes`. */
  moreCount: z.number(),
  /**
   * Eight bytes for each of its episodes, those in `episodes` and of the others as many as are known by
   * name: the same bytes under every alert.
   */
  episodeIds: bytes,
});

export type DigestAlert = z.infer<typeof digestAlertSchema>;

/** Where the links of a digest lead; made by `digestLinks`. */
export interface DigestLinks {
  /** Name of the site, as the mail says it. */
  siteName: string;
  /** The page on which alerts are managed. */
  manage: string;
  unsubscribeAll: string;
  unsubscribeAlert(alertId: string): string;
  /** The link that makes an alert leave out a term of the language. */
  exclude(alertId: string, term: string): string;
  /** The link that makes emails weekly; null if they are. */
  weeklyInstead(cadence: DigestCadence): string | null;
  searchFor(alert: AlertFields): string;
}
