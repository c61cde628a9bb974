import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';

/** Extension of a part's file. */
export type AudioType = 'mp3' | 'm4a' | 'ogg' | 'webm';

/** A piece of an episode's audio that can be played by itself. */
export interface AudioPart {
  type: AudioType;
  bytes: Uint8Array<ArrayBuffer>;
  /** Of its frames alone: a container notes when it was written. */
  sha256: string;
  /** From the beginning of the episode, whole milliseconds. */
  startMs: number;
  endMs: number;
  /** True if nothing can be heard in it; false for all formats but MP3, where it is not known. */
  isSilent: boolean;
  /** Times within the part at which it is quiet, from and to in milliseconds, in order. */
  quiet: [fromMs: number, toMs: number][];
}

export interface PartLimits {
  partMs: number;
  partBytes: number;
  /** Of the whole episode. */
  totalMs: number;
  /** How long the library may work on a part of a container. */
  workMs: number;
}

/**
 * Services take 25 MB, some less than 15 minutes. Four hours, and what ads may add to them. The library takes half a
 * second for a part, and some damaged files keep it busy for ever.
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

/** The audio cannot be cut; trying again would not help. */
export class AudioError extends Error {
  override name = 'AudioError';
  readonly code: AudioFailureCode;
  constructor(code: AudioFailureCode) {
    super(code);
    this.code = code;
  }
}
