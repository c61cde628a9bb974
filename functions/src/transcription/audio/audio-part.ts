import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';

export type AudioType = 'mp3' | 'm4a' | 'ogg' | 'webm';

export interface AudioPart {
  type: AudioType;
  bytes: Uint8Array<ArrayBuffer>;
  /** Hash of the frames only, because a container includes the time at which it was written. */
  sha256: string;
  /** Whole milliseconds from the beginning of the episode. */
  startMs: number;
  endMs: number;
  /** Always false for formats other than MP3, whose silence is not detected. */
  isSilent: boolean;
  quiet: [fromMs: number, toMs: number][];
}

export interface PartLimits {
  partMs: number;
  partBytes: number;
  /** Max length of the whole episode. */
  totalMs: number;
  /** Max time that the library may take for one part of a container. */
  workMs: number;
}

/**
 * Services accept 25 MB, and some less than 15 minutes. Episodes last up to four hours, plus ads. The library
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

/** Thrown if the audio cannot be cut. A retry would not help. */
export class AudioError extends Error {
  override name = 'AudioError';
  readonly code: AudioFailureCode;
  constructor(code: AudioFailureCode) {
    super(code);
    this.code = code;
  }
}
