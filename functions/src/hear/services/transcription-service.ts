import type { AudioPart, AudioType } from '../audio/audio-part.ts';

/** What a service heard in a stretch of a part. Metrics are null where the service has none. */
export interface Segment {
  /** Milliseconds from the beginning of the part. */
  startMs: number;
  endMs: number;
  text: string;
  noSpeech: number | null;
  logProbability: number | null;
  compression: number | null;
}

export interface HearRequest {
  part: Pick<AudioPart, 'bytes' | 'startMs' | 'endMs'>;
  type: AudioType;
  /** Code of two or three letters; null if the feed names none. */
  language: string | null;
  /** Names that may be said; never the words of alerts. */
  prompt: string;
  signal: AbortSignal;
}

export type HearFailureCode =
  /** The key or the model is refused (401, 403, 404). */
  | 'service-refused'
  /** The account has no money left (402, `insufficient_quota`). */
  | 'service-unpaid'
  | 'service-busy'
  /** The part is longer or larger than the service takes (413). */
  | 'part-too-long'
  /** The service refuses this audio (other answers with 4xx). */
  | 'part-refused'
  | 'no-segments'
  | 'unreadable-answer'
  /** The service failed (5xx) or its answer never came: it may have been billed. */
  | 'answer-lost';

export interface HearFailure {
  kind: 'failed';
  code: HearFailureCode;
  /** One sentence for the operator, without text of the answer. */
  message: string;
  retryAfterMs?: number;
}

export type HearOutcome = { kind: 'heard'; segments: Segment[] } | HearFailure;

export interface TranscriptionService {
  /** Never throws. */
  hear(request: HearRequest): Promise<HearOutcome>;
}

/** Failures of requests that no service bills. */
const UNBILLED: readonly HearFailureCode[] = [
  'service-refused',
  'service-unpaid',
  'service-busy',
  'part-too-long',
  'part-refused',
];

export function isUnbilled({ code }: HearFailure): boolean {
  return UNBILLED.includes(code);
}
