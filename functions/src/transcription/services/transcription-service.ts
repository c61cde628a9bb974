import type { AudioPart, AudioType } from '../audio/audio-part.ts';

export interface Segment {
  /** Time from the beginning of the part. */
  startMs: number;
  endMs: number;
  text: string;
  noSpeech: number | null;
  logProbability: number | null;
  compression: number | null;
}

export interface TranscriptionRequest {
  part: Pick<AudioPart, 'bytes' | 'startMs' | 'endMs'>;
  type: AudioType;
  /** Null if the feed has none. */
  language: string | null;
  /** Names that may be spoken; never the keywords of alerts. */
  prompt: string;
  signal: AbortSignal;
}

export type TranscriptionFailureCode =
  /** The service refuses the key or the model (401, 403, 404). */
  | 'service-refused'
  /** The account has no credit (402, `insufficient_quota`). */
  | 'service-unpaid'
  | 'service-busy'
  /** The request was not sent: the connection was refused, or the name is unknown. */
  | 'service-unreachable'
  /** The part is too long or too large for the service (413). */
  | 'part-too-long'
  /** Any other 4xx response. */
  | 'part-refused'
  | 'no-segments'
  | 'unreadable-answer'
  /** A 5xx response, or none: the part may have been billed. */
  | 'answer-lost';

export interface TranscriptionFailure {
  kind: 'failed';
  code: TranscriptionFailureCode;
  /** One sentence for the operator that quotes nothing from the response. */
  message: string;
  retryAfterMs?: number;
}

export type TranscriptionOutcome =
  { kind: 'transcribed'; segments: Segment[] } | TranscriptionFailure;

export interface TranscriptionService {
  /** Never throws. */
  transcribe(request: TranscriptionRequest): Promise<TranscriptionOutcome>;
}

/** Services do not bill these failures. */
const UNBILLED: readonly TranscriptionFailureCode[] = [
  'service-refused',
  'service-unpaid',
  'service-busy',
  'service-unreachable',
  'part-too-long',
  'part-refused',
];

export function isUnbilled({ code }: TranscriptionFailure): boolean {
  return UNBILLED.includes(code);
}
