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
  /** Offset in the audio, ms; null if the transcript has no times. */
  atMs: z.nullable(z.int().check(z.nonnegative())),
  speaker: z.optional(z.string()),
});

const chapterSchema = z.object({
  title: z.string(),
  atMs: z.int().check(z.nonnegative()),
});

const alsoInSchema = z.object({
  podcast: z.string(),
  /** http(s) URL of the episode in the other show, or empty. */
  link: z.string(),
});

export type AlsoIn = z.infer<typeof alsoInSchema>;

export type EpisodeChapter = z.infer<typeof chapterSchema>;

export type SpokenMatch = z.infer<typeof spokenMatchSchema>;

export const strengthShape = {
  strength: z.optional(z.enum(STRENGTHS)),
  /** The strongest ground of the match, which decides `strength`; absent if no ground is known. */
  why: z.optional(z.enum(GROUND_NAMES)),
};

export const episodeSchema = z.object({
  /** 32 hexadecimal digits. Search results, feeds, emails and messages use the same id. */
  id: z.optional(z.string()),
  title: z.string(),
  /** http(s) address of the episode's page, else of its audio, else empty. */
  link: z.string(),
  podcast: z.string(),
  publisher: z.string(),
  /** http(s) address of the cover, or empty. */
  image: z.string(),
  /** Plain text with `>>>` and `<<<` around matches. */
  description: z.string(),
  audio: z.optional(z.string()),
  /** Epoch milliseconds; null if unknown. Never null for episodes of the catalogue. */
  pub_date_ms: z.nullable(z.number()),
  duration_s: z.optional(z.int().check(z.positive(), z.maximum(MAX_DURATION_S))),
  /** Other fields that match, each as a whole or an excerpt, with `>>>` and `<<<` around matches. */
  foundIn: z.optional(
    z
      .array(z.object({ place: z.enum(FOUND_PLACES), text: z.string() }))
      .check(z.maxLength(MAX_REASONS)),
  ),
  ...strengthShape,
  spoken: z.optional(z.array(spokenMatchSchema).check(z.maxLength(MAX_SPOKEN_SHOWN))),
  /** Number of spoken matches; several within one quotation count once. */
  spokenTotal: z.optional(z.int().check(z.positive())),
  /** Address of the quoted transcript. */
  transcript: z.optional(z.string()),
  /** True if the quoted transcript is machine-made, so that names may be wrong. */
  machineTranscript: z.optional(z.literal(true)),
  /** True if the transcribed audio had another length, so that `atMs` may be off by seconds. */
  timesMayDiffer: z.optional(z.literal(true)),
  /** All chapters in order. Absent if there are none, or if they would exceed `MAX_CHAPTERS_SHOWN`. */
  chapters: z.optional(z.array(chapterSchema).check(z.maxLength(MAX_CHAPTERS_SHOWN))),
  /** Other shows with the same episode, in the order in which the catalogue found them. */
  alsoIn: z.optional(z.array(alsoInSchema).check(z.maxLength(MAX_ALSO_IN))),
  alsoInMore: z.optional(z.int().check(z.positive())),
  /** Id in the URL of the show's page. Absent for shows that are not public, and from other search backends. */
  showId: z.optional(z.string()),
  forFollowers: z.optional(z.literal(true)),
});

export type Episode = z.infer<typeof episodeSchema>;
