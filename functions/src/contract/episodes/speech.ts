import * as z from 'zod/mini';
import { MAX_DATE_MS, MAX_DURATION_S, SPEECH_STEP_MS } from '../time.ts';

/** Body of `POST /api/search` that asks for the transcript around a second of one episode. */
export const speechRequestSchema = z.strictObject({
  around: z.strictObject({
    /** Address of the audio, as the episode has it. */
    audio: z.string().check(z.minLength(1), z.maxLength(2048)),
    pub_date_ms: z.int().check(z.nonnegative(), z.maximum(MAX_DATE_MS)),
    /** Milliseconds from the beginning. */
    atMs: z
      .int()
      .check(z.multipleOf(SPEECH_STEP_MS), z.nonnegative(), z.maximum(MAX_DURATION_S * 1000)),
  }),
});

export type SpeechRequest = z.infer<typeof speechRequestSchema>;

const sentenceSchema = z.object({
  /** Milliseconds from the beginning, estimated within a cue; greater than in the sentence before. */
  atMs: z.int().check(z.nonnegative()),
  /** Plain text; a long sentence is split. */
  text: z.string(),
  speaker: z.optional(z.string()),
});

export type Sentence = z.infer<typeof sentenceSchema>;

export const speechResponseSchema = z.object({
  /** Null if the catalogue has no transcript of this episode, or one without times. */
  sentences: z.nullable(z.array(sentenceSchema)),
});

export type SpeechResponse = z.infer<typeof speechResponseSchema>;
