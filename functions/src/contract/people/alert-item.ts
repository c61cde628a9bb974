import * as z from 'zod/mini';
import { strengthShape } from '../episodes/episode.ts';
import { REASON_PLACES } from '../episodes/match-reason.ts';

/** An item of JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). Texts are plain and untrusted. */
export const alertItemSchema = z.object({
  /** Equal for all duplicates of an episode in every feed, webhook and API response. */
  id: z.string(),
  url: z.optional(z.string()),
  title: z.string(),
  /** The text around the match, then one line for each further reason. */
  content_text: z.string(),
  /** `content_text` as HTML with `<mark>`. */
  content_html: z.string(),
  /** RFC 3339. Publication of the episode; in private feeds, the time of the match. */
  date_published: z.string(),
  image: z.optional(z.string()),
  authors: z.array(z.object({ name: z.string() })),
  /** Queries of the alerts that match. */
  tags: z.array(z.string()),
  /** The publisher's own media file, unmodified. */
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
    /** Publication of the episode, RFC 3339. Items stored before this field existed lack it. */
    published: z.optional(z.string()),
    /** When the match was found, RFC 3339. Only the list of matches has it. */
    found: z.optional(z.string()),
    alerts: z.array(
      z.object({
        id: z.string(),
        query: z.string(),
        /** Id of the match: the same in messages and in the list of matches. */
        match: z.optional(z.string()),
      }),
    ),
    ...strengthShape,
    reasons: z.array(z.object({ place: z.enum(REASON_PLACES), text: z.string() })),
    /** The episode's page on this site; absent if it has none. */
    page: z.optional(z.string()),
    /** Matches in the transcript. `url` plays the episode from there, or is a search if it has no page or no time. */
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
