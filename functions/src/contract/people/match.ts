import * as z from 'zod/mini';
import { strengthShape } from '../episodes/episode.ts';
import { REASON_PLACES } from '../episodes/match-reason.ts';
import { alertFieldsSchema } from './alert.ts';
import { type StoredFields, withMillis } from './stored-times.ts';

/** Max matches stored for a person and UTC day. Further matches are only counted. */
export const MAX_MATCHES_A_DAY = 2000;

/** Matches of a page of the inbox. The number of unread matches is that of the newest page. */
export const MATCHES_A_PAGE = 50;

/** Email among the destinations that a match waits for. The others are ids of channels, which are longer. */
export const MAIL = 'mail';

const optionalText = z.catch(z.optional(z.string()), undefined);
const optionalNumber = z.catch(z.optional(z.number()), undefined);

const episodeSchema = z.object({
  /** See `alertItemSchema`. */
  id: z.string(),
  title: z.string(),
  podcast: z.string(),
  /** Id of the show's page. Absent if the show was not public. */
  showId: optionalText,
  link: z.string(),
  image: z.string(),
  pubDateMs: z.number(),
  /** Text around the match, with highlight markers. */
  excerpt: z.string(),
  reasons: z.catch(
    z.optional(z.array(z.object({ place: z.enum(REASON_PLACES), text: z.string() }))),
    undefined,
  ),
  /** Quotations that contain the match, and where they begin in the audio. */
  said: z.catch(
    z.optional(z.array(z.object({ text: z.string(), atMs: z.nullable(z.number()) }))),
    undefined,
  ),
  strength: z.catch(strengthShape.strength, undefined),
  why: z.catch(strengthShape.why, undefined),
  audio: optionalText,
  durationS: optionalNumber,
});

const storedMatchSchema = z.object({
  id: z.string(),
  /** Identity of the alert (`alertIdentity`), which may be deleted by now. */
  alert: z.string(),
  /** The alert's query when the match was found. */
  query: alertFieldsSchema,
  foundAtMs: z.number(),
  /** When the person opened it or marked it as read. Absent if they never did. */
  openedAtMs: optionalNumber,
  episode: z.catch(z.optional(episodeSchema), undefined),
  /** Number of matches of a day that were only counted. Absent if `episode` is present. */
  count: z.catch(z.optional(z.int().check(z.positive())), undefined),
});

/** `users/{uid}/matches/{id}`, written by the server except for `openedAt`; expires after `MATCHES_KEPT_DAYS`. */
export type StoredMatch = z.infer<typeof storedMatchSchema>;

/** Null for a malformed document. */
export function readMatch(id: string, stored: StoredFields): StoredMatch | null {
  const { data } = storedMatchSchema.safeParse({ ...withMillis(stored), id });
  if (data === undefined || (data.episode === undefined) === (data.count === undefined))
    return null;
  return data;
}

/** Unread until it is opened or all are marked as read. */
export function isUnread(
  { openedAtMs, foundAtMs }: Pick<StoredMatch, 'openedAtMs' | 'foundAtMs'>,
  readUntilMs: number | null,
): boolean {
  return openedAtMs === undefined && (readUntilMs === null || foundAtMs > readUntilMs);
}
