import * as z from 'zod/mini';
import { strengthShape } from '../episodes/episode.ts';
import { REASON_PLACES } from '../episodes/match-reason.ts';

/**
 * One episode that matched, as feeds, webhooks and the API give it: an item of JSON Feed 1.1
 * (https://www.jsonfeed.org/version/1.1/). Texts are plain, without highlight markers, and written by others.
 */
export const alertItemSchema = z.object({
  /** Equal for all duplicates of an episode, in every feed, webhook and answer of the API. */
  id: z.string(),
  /** Address of the episode's page. */
  url: z.optional(z.string()),
  title: z.string(),
  /** Why it matched: the text around the match, then one line for each further reason. */
  content_text: z.string(),
  /** `content_text` as HTML with `<mark>`. */
  content_html: z.string(),
  /** When the episode was published, RFC 3339. */
  date_published: z.string(),
  image: z.optional(z.string()),
  /** The show. */
  authors: z.array(z.object({ name: z.string() })),
  /** The alerts' queries. */
  tags: z.array(z.string()),
  /** The publisher's own file, untouched. */
  attachments: z.optional(
    z.array(
      z.object({
        url: z.string(),
        mime_type: z.string(),
        duration_in_seconds: z.optional(z.number()),
      }),
    ),
  ),
  _earshot: z.object({
    /**
     * Publication of the episode, RFC 3339; in a private feed, `date_published` is the time of the match. Items
     * that were stored before this field existed lack it.
     */
    published: z.optional(z.string()),
    alerts: z.array(z.object({ id: z.string(), query: z.string() })),
    ...strengthShape,
    reasons: z.array(z.object({ place: z.enum(REASON_PLACES), text: z.string() })),
    /** Moments at which the match was said; `url` opens the site's search with the episode. */
    said: z.array(
      z.object({
        at_seconds: z.nullable(z.number()),
        text: z.string(),
        url: z.optional(z.string()),
      }),
    ),
  }),
});

export type AlertItem = z.infer<typeof alertItemSchema>;
