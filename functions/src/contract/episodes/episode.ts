import * as z from 'zod/mini';
import { MAX_DURATION_S } from '../time.ts';
import { GROUND_NAMES, STRENGTHS } from './match-strength.ts';
import {
  FOUND_PLACES,
  MAX_ALSO_IN,
  MAX_CHAPTERS_SHOWN,
  MAX_REASONS,
  MAX_SPOKEN_SHOWN,
} from './search-limits.ts';

const spokenMatchSchema = z.object({
  text: z.string(),
  /** Milliseconds from the beginning; null if the transcript has no times. */
  atMs: z.nullable(z.int().check(z.nonnegative())),
  speaker: z.optional(z.string()),
});

const chapterSchema = z.object({
  title: z.string(),
  atMs: z.int().check(z.nonnegative()),
});

const alsoInSchema = z.object({
  podcast: z.string(),
  /** http(s) address of the episode in that show, or empty. */
  link: z.string(),
});

export type AlsoIn = z.infer<typeof alsoInSchema>;

export type EpisodeChapter = z.infer<typeof chapterSchema>;

export type SpokenMatch = z.infer<typeof spokenMatchSchema>;

export const strengthShape = {
  /** How strongly the episode is about what matched; absent if unknown. */
  strength: z.optional(z.enum(STRENGTHS)),
  /** The strongest ground of the match, which decides `strength`; absent if no ground is known. */
  why: z.optional(z.enum(GROUND_NAMES)),
};

export const episodeSchema = z.object({
  /** The episode's identity, equal in search results, feeds, emails and messages: 32 hexadecimal digits. */
  id: z.optional(z.string()),
  title: z.string(),
  /** http(s) address of the episode's page, else of its audio, else empty. */
  link: z.string(),
  podcast: z.string(),
  publisher: z.string(),
  /** http(s) address of the cover, or empty. */
  image: z.string(),
  /** Plain text; matches stand between `>>>` and `<<<`. */
  description: z.string(),
  audio: z.optional(z.string()),
  /** Epoch milliseconds; null if unknown. The catalogue knows the time of each of its episodes. */
  pub_date_ms: z.nullable(z.number()),
  duration_s: z.optional(z.int().check(z.positive(), z.maximum(MAX_DURATION_S))),
  /** Other texts with a match, whole or as excerpts; matches stand between `>>>` and `<<<`. */
  foundIn: z.optional(
    z
      .array(z.object({ place: z.enum(FOUND_PLACES), text: z.string() }))
      .check(z.maxLength(MAX_REASONS)),
  ),
  ...strengthShape,
  /** Quotations from the transcript with a match. */
  spoken: z.optional(z.array(spokenMatchSchema).check(z.maxLength(MAX_SPOKEN_SHOWN))),
  /** Number of spoken matches; several within one quotation count once. */
  spokenTotal: z.optional(z.int().check(z.positive())),
  /** http(s) address of the quoted transcript. */
  transcript: z.optional(z.string()),
  /** True if a machine wrote the quoted transcript: names can be misheard. Absent otherwise. */
  machineTranscript: z.optional(z.literal(true)),
  /** True if the audio that was heard has another length: what is said may be played a little earlier or later. */
  timesMayDiffer: z.optional(z.literal(true)),
  /** All chapters in order; missing if there are none, or too many for the answer. */
  chapters: z.optional(z.array(chapterSchema).check(z.maxLength(MAX_CHAPTERS_SHOWN))),
  /** Other shows with the same episode, earliest first. */
  alsoIn: z.optional(z.array(alsoInSchema).check(z.maxLength(MAX_ALSO_IN))),
  /** Number of further shows that `alsoIn` leaves out. */
  alsoInMore: z.optional(z.int().check(z.positive())),
  /** Id of the show in the address of its page; absent if the show is not public, and from other backends. */
  showId: z.optional(z.string()),
  /** True if only followers of the show find the episode; absent otherwise. */
  forFollowers: z.optional(z.literal(true)),
});

export type Episode = z.infer<typeof episodeSchema>;
