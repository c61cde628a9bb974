import * as z from 'zod/mini';
import { MAX_DURATION_S } from '../time.ts';
import { EPISODE_ID } from './episode-path.ts';
import { SHOW_ID } from './show-path.ts';
import type { Sentence } from './speech.ts';

/** Body of `POST /api/search` for the page of one episode, or of a moment in it. */
export const episodeRequestSchema = z.strictObject({
  episode: z.strictObject({
    show: z.string().check(z.regex(SHOW_ID)),
    id: z.string().check(z.regex(EPISODE_ID)),
    /** The moment, seconds. */
    atS: z.optional(z.int().check(z.nonnegative(), z.maximum(MAX_DURATION_S))),
    /** Keeps the page after the episode leaves the catalogue. */
    share: z.optional(z.literal(true)),
  }),
});

export type EpisodeRequest = z.infer<typeof episodeRequestSchema>;

/** A person, company or firm of the site's pages that the episode names. */
export interface EpisodeMention {
  /** Path of its page. */
  path: string;
  /** When it is first said, ms; absent if only the notes name it. */
  atMs?: number | undefined;
}

/** What a page shows of an episode beside its card. */
export interface EpisodeFacts {
  /** The beginning of the notes, plain text. */
  notes: string;
  /** What is said around the requested second; empty without a second or without a transcript with times. */
  said: readonly Sentence[];
  /** True if a machine wrote down `said`. */
  isMachine?: true | undefined;
  mentions: readonly EpisodeMention[];
  /** True if the episode has left the catalogue, and only the shared moment is left. */
  isKept?: true | undefined;
}
