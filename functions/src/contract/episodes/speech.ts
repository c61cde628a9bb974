import * as z from 'zod/mini';
import { MAX_DATE_MS, MAX_DURATION_S, SPEECH_STEP_MS } from '../time.ts';

/** Body of `POST /api/search` for the transcript around one moment of an episode. */
export const speechRequestSchema = z.strictObject({
  around: z.strictObject({
    audio: z.string().check(z.minLength(1), z.maxLength(2048)),
    pub_date_ms: z.int().check(z.nonnegative(), z.maximum(MAX_DATE_MS)),
    atMs: z
      .int()
      .check(z.multipleOf(SPEECH_STEP_MS), z.nonnegative(), z.maximum(MAX_DURATION_S * 1000)),
  }),
});

export type SpeechRequest = z.infer<typeof speechRequestSchema>;

export const sentenceSchema = z.object({
  /** Start of the sentence, ms; strictly increasing. A start within a cue is estimated. */
  atMs: z.int().check(z.nonnegative()),
  /** Plain text; long sentences are split. */
  text: z.string(),
  speaker: z.optional(z.string()),
});

export type Sentence = z.infer<typeof sentenceSchema>;

/** Index of what is said at `atS`, else 0. A link is to a whole second; sentences begin within it. */
export function sentenceAt(said: readonly Sentence[], atS: number): number {
  return Math.max(
    0,
    said.findLastIndex(({ atMs }) => atMs < (atS + 1) * 1000),
  );
}

export const speechResponseSchema = z.object({
  /** Null unless the catalogue has a transcript of this episode with times. */
  sentences: z.nullable(z.array(sentenceSchema)),
});

export type SpeechResponse = z.infer<typeof speechResponseSchema>;
