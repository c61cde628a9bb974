import type { AudioPart, AudioType } from '../audio/audio-part.ts';

export interface Segment {
  /** From the beginning of the part. */
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
  /** Two or three letters; null if the feed has none. */
  language: string | null;
  /** Names that may be spoken; never the words of alerts. */
  prompt: string;
  signal: AbortSignal;
}

export type HearFailureCode =
  /** The key or the model is refused (401, 403, 404). */
  | 'service-refused'
  /** The account is empty (402, `insufficient_quota`). */
  | 'service-unpaid'
  | 'service-busy'
  /** The part is too long or too large for the service (413). */
  | 'part-too-long'
  /** Other 4xx responses. */
  | 'part-refused'
  | 'no-segments'
  | 'unreadable-answer'
  /** 5xx, or no response: the part may have been billed. */
  | 'answer-lost';

export interface HearFailure {
  kind: 'failed';
  code: HearFailureCode;
  /** For the operator: one sentence without text of the answer. */
  message: string;
  retryAfterMs?: number;
}

export type HearOutcome = { kind: 'heard'; segments: Segment[] } | HearFailure;

export interface TranscriptionService {
  /** Never throws. */
  hear(request: HearRequest): Promise<HearOutcome>;
}

/** Services do not bill these failures. */
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
