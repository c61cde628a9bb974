/** A piece of what is said in an episode. */
export interface Cue {
  /** When it begins, milliseconds from the beginning of the episode; null where nobody says. */
  startMs: number | null;
  /** Who says it, where the transcript tells. */
  speaker?: string;
  text: string;
}

/** Why a file is no transcript that can be used. */
export type TranscriptFailureCode =
  | 'empty'
  /** A page, a program, a picture: not what was said. */
  | 'not-a-transcript'
  /** More text, or more pieces, than any episode has. */
  | 'transcript-too-long';

export type TranscriptReading =
  | { kind: 'read'; cues: Cue[] }
  | {
      kind: 'refused';
      code: TranscriptFailureCode;
      /** One sentence for the operator; holds no text of the transcript. */
      message: string;
    };

/** Most pieces a transcript may have before they are joined: a day of speech, a word a piece. */
export const MAX_CUES = 300_000;
/** Most text a transcript may have, UTF-16 code units: more than a day of speech. */
export const MAX_TRANSCRIPT_LENGTH = 2_500_000;
/** A longer piece becomes several, UTF-16 code units. */
export const MAX_CUE_LENGTH = 1000;
