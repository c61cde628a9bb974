export interface Cue {
  /** Time from the beginning of the episode; null if unknown. */
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
      /** One sentence for the operator that quotes nothing from the transcript. */
      message: string;
    };

/** Max cues before merging: a day of speech with a cue per word. */
export const MAX_WRITTEN_CUES = 300_000;
/** Max cues after merging: a day of speech with a cue per second. */
export const MAX_CUES = 100_000;
/** UTF-16 code units. A day of speech has fewer. */
export const MAX_TRANSCRIPT_LENGTH = 2_500_000;
/** UTF-16 code units; longer cues are split. */
export const MAX_CUE_LENGTH = 1000;
