import * as z from 'zod/mini';
import { MAX_DURATION_S } from '../time.ts';
import {
  FOUND_PLACES,
  MAX_ALSO_IN,
  MAX_CHAPTERS_SHOWN,
  MAX_REASONS,
  MAX_SPOKEN_SHOWN,
} from './search-limits.ts';

/** A place in an episode where the words searched for are said. */
const spokenMatchSchema = z.object({
  /** A short quotation from the publisher's transcript; the match stands between `>>>` and `<<<`. */
  text: z.string(),
  /** When, milliseconds from the beginning; null where the transcript has no times. */
  atMs: z.nullable(z.int().check(z.nonnegative())),
  speaker: z.optional(z.string()),
});

/** A chapter of an episode. */
const chapterSchema = z.object({
  title: z.string(),
  /** Where it begins, milliseconds from the episode's beginning. */
  atMs: z.int().check(z.nonnegative()),
});

/** Another show that has the same episode. */
const alsoInSchema = z.object({
  podcast: z.string(),
  /** http(s) address of the episode there; empty if none is known. */
  link: z.string(),
});

export type AlsoIn = z.infer<typeof alsoInSchema>;

export type EpisodeChapter = z.infer<typeof chapterSchema>;

export type SpokenMatch = z.infer<typeof spokenMatchSchema>;

/** One podcast episode as the search answers it (specification, section 3), and how long it takes. */
export const episodeSchema = z.object({
  title: z.string(),
  /** http(s) address of the episode's page or, failing that, of its audio; empty where neither is known. */
  link: z.string(),
  podcast: z.string(),
  publisher: z.string(),
  /** http(s) address of the cover, or empty where the feed has none. */
  image: z.string(),
  /** Plain text; words that match the search stand between `>>>` and `<<<`. */
  description: z.string(),
  audio: z.optional(z.string()),
  /** Time of publication, epoch milliseconds; null where the source does not say. The catalogue always knows it. */
  pub_date_ms: z.nullable(z.number()),
  /** How long it takes to hear, in seconds; left out where the source does not say. */
  duration_s: z.optional(z.int().check(z.positive(), z.maximum(MAX_DURATION_S))),
  /** Where else the words stand: the text with the match between `>>>` and `<<<`, or a part of it. */
  foundIn: z.optional(
    z
      .array(z.object({ place: z.enum(FOUND_PLACES), text: z.string() }))
      .check(z.maxLength(MAX_REASONS)),
  ),
  /** The first places where it is said; left out where it is said nowhere, or nobody knows. */
  spoken: z.optional(z.array(spokenMatchSchema).check(z.maxLength(MAX_SPOKEN_SHOWN))),
  /** In how many places it is said; all that one quotation shows are one place. */
  spokenTotal: z.optional(z.int().check(z.positive())),
  /** http(s) address of the publisher's own transcript, where the quotations come from. */
  transcript: z.optional(z.string()),
  /** All of its chapters, in their order; left out where there are none, or too many to name. */
  chapters: z.optional(z.array(chapterSchema).check(z.maxLength(MAX_CHAPTERS_SHOWN))),
  /** Other shows that have the same episode, those that had it first; left out if there are none. */
  alsoIn: z.optional(z.array(alsoInSchema).check(z.maxLength(MAX_ALSO_IN))),
  /** How many more feeds have it. */
  alsoInMore: z.optional(z.int().check(z.positive())),
});

export type Episode = z.infer<typeof episodeSchema>;
