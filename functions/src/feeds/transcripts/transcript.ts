export interface Cue {
  /** From the beginning of the episode; null if unknown. */
  startMs: number | null;
  speaker?: string;
  text: string;
}

export type TranscriptFailureCode = 'empty' | 'not-a-transcript' | 'transcript-too-long';

export type TranscriptReading =
  | { kind: 'read'; cues: Cue[] }
  | {
      kind: 'refused';
      code: TranscriptFailureCode;
      /** For the operator: one sentence without text of the transcript. */
      message: string;
    };

/** Before merging: a day of speech with a cue per word. */
export const MAX_WRITTEN_CUES = 300_000;
/** After merging: a day of speech with a cue per second. */
export const MAX_CUES = 100_000;
/** More than a day of speech, UTF-16 code units. */
export const MAX_TRANSCRIPT_LENGTH = 2_500_000;
/** UTF-16 code units; longer cues are split. */
export const MAX_CUE_LENGTH = 1000;
