import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';

/** A piece of an episode's audio that can be played by itself. */
export interface AudioPart {
  bytes: Uint8Array<ArrayBuffer>;
  /** From the beginning of the episode, whole milliseconds. */
  startMs: number;
  endMs: number;
  /** True if nothing can be heard in it. */
  isSilent: boolean;
  /** Times within the part at which it is quiet, from and to in milliseconds, in order. */
  quiet: [fromMs: number, toMs: number][];
}

export interface PartLimits {
  partMs: number;
  partBytes: number;
  /** Of the whole episode. */
  totalMs: number;
}

/** Services take 25 MB, some less than 15 minutes. Four hours, and what ads may add to them. */
export const PART_LIMITS: PartLimits = {
  partMs: 10 * MINUTE_MS,
  partBytes: 20_000_000,
  totalMs: 4 * HOUR_MS + 15 * MINUTE_MS,
};

export type AudioFailureCode =
  'not-audio' | 'free-format' | 'audio-too-long' | 'audio-too-large' | 'audio-too-short';

/** The audio cannot be cut; trying again would not help. */
export class AudioError extends Error {
  override name = 'AudioError';
  readonly code: AudioFailureCode;
  constructor(code: AudioFailureCode) {
    super(code);
    this.code = code;
  }
}
