import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';

export type AudioType = 'mp3' | 'm4a' | 'ogg' | 'webm';

export interface AudioPart {
  type: AudioType;
  bytes: Uint8Array<ArrayBuffer>;
  /** Hash of the frames only: a container includes its time of writing. */
  sha256: string;
  /** From the beginning of the episode, whole milliseconds. */
  startMs: number;
  endMs: number;
  /** Known for MP3 only; false for other formats. */
  isSilent: boolean;
  quiet: [fromMs: number, toMs: number][];
}

export interface PartLimits {
  partMs: number;
  partBytes: number;
  /** For the whole episode. */
  totalMs: number;
  /** Timeout of the library for a part of a container. */
  workMs: number;
}

/**
 * Services accept 25 MB, some less than 15 minutes. Episodes have up to four hours, plus ads. The library
 * needs half a second per part, but some damaged files keep it busy forever.
 */
export const PART_LIMITS: PartLimits = {
  partMs: 10 * MINUTE_MS,
  partBytes: 20_000_000,
  totalMs: 4 * HOUR_MS + 15 * MINUTE_MS,
  workMs: MINUTE_MS,
};

export type AudioFailureCode =
  | 'not-audio'
  | 'free-format'
  | 'audio-too-long'
  | 'audio-too-large'
  | 'audio-too-short'
  /** A container whose sound is neither AAC nor Opus. */
  | 'unknown-codec';

/** The audio cannot be cut; a retry would not help. */
export class AudioError extends Error {
  override name = 'AudioError';
  readonly code: AudioFailureCode;
  constructor(code: AudioFailureCode) {
    super(code);
    this.code = code;
  }
}
