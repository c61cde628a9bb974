import * as z from 'zod/mini';
import { clampText } from '../clamp-text.ts';
import type { Episode } from '../episodes/episode.ts';
import { episodeKey } from '../episodes/episode-key.ts';
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../episodes/highlight.ts';
import { MAX_DATE_MS, MAX_DURATION_S, readDuration } from '../time.ts';

/** UTF-16 code units. firestore.rules repeat these numbers. */
export const BOOKMARK_LIMITS = {
  episodeId: 2600,
  title: 500,
  address: 2048,
  podcast: 300,
  publisher: 300,
  description: 2000,
} as const;

const address = z.string().check(
  z.maxLength(BOOKMARK_LIMITS.address),
  z.regex(/^https?:\/\//),
  z.refine((text) => URL.canParse(text)),
);

const fields = {
  episodeId: z.string().check(z.minLength(1), z.maxLength(BOOKMARK_LIMITS.episodeId)),
  title: z.string().check(z.minLength(1), z.maxLength(BOOKMARK_LIMITS.title)),
  link: z.union([z.literal(''), address]),
  podcast: z.string().check(z.minLength(1), z.maxLength(BOOKMARK_LIMITS.podcast)),
  publisher: z.string().check(z.maxLength(BOOKMARK_LIMITS.publisher)),
  image: z.union([z.literal(''), address]),
  /** With highlight markers. */
  description: z.string().check(z.maxLength(BOOKMARK_LIMITS.description)),
  /** Epoch milliseconds; 0 if unknown. */
  pub_date_ms: z.number().check(z.nonnegative(), z.maximum(MAX_DATE_MS)),
  /** Absent in old bookmarks, like `duration_s`. */
  audio: z.optional(address),
  duration_s: z.optional(z.int().check(z.positive(), z.maximum(MAX_DURATION_S))),
};

/** Written by clients; the server adds `createdAt`. firestore.rules allow the same fields. */
export const newBookmarkSchema = z.strictObject(fields);

export type NewBookmark = z.infer<typeof newBookmarkSchema>;

/** The stored form. firestore.rules check addresses less strictly than {@link newBookmarkSchema}. */
export const bookmarkSchema = z.extend(z.object(fields), {
  link: z.string(),
  image: z.string(),
  audio: z.optional(z.string()),
  id: z.string(),
  createdAtMs: z.number(),
});

export type Bookmark = z.infer<typeof bookmarkSchema>;

/**
 * Truncates texts; the link's host replaces missing names. Null without link and title, as no key would be unique.
 */
export function toBookmark(episode: Episode): NewBookmark | null {
  const link = address.safeParse(episode.link).data ?? '';
  const host = link && new URL(link).host;
  const title = clampText(episode.title, BOOKMARK_LIMITS.title) || host;
  if (title.trim() === '') return null;
  const image = address.safeParse(episode.image);
  const audio = address.safeParse(episode.audio);
  const seconds = readDuration(episode.duration_s);
  return {
    episodeId: clampText(episodeKey({ ...episode, link }), BOOKMARK_LIMITS.episodeId),
    title,
    link,
    podcast: clampText(episode.podcast || host || title, BOOKMARK_LIMITS.podcast),
    publisher: clampText(episode.publisher, BOOKMARK_LIMITS.publisher),
    image: image.success ? image.data : '',
    description: clampDescription(episode.description),
    pub_date_ms: Math.min(Math.max(0, episode.pub_date_ms ?? 0), MAX_DATE_MS),
    ...(audio.success && { audio: audio.data }),
    ...(seconds !== null && { duration_s: seconds }),
  };
}

function clampDescription(text: string): string {
  const cut = clampText(text, BOOKMARK_LIMITS.description);
  if (cut.length === text.length) return text;
  const opened = cut.lastIndexOf(HIGHLIGHT_START);
  const whole = opened > cut.lastIndexOf(HIGHLIGHT_END) ? cut.slice(0, opened) : cut;
  return whole.replace(/>{1,2}$/, '');
}
