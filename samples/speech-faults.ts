import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface SpeechSegment {
  /** Seconds from the beginning of the upload. */
  start: number;
  end: number;
  text: string;
  no_speech_prob?: number;
  avg_logprob?: number;
  compression_ratio?: number;
}

interface Upload {
  /** Null if the request names no language. */
  language: string | null;
  segments: SpeechSegment[];
  seconds: number;
  /** Number of earlier uploads of the same bytes with this fault. */
  before: number;
}

/** Responds like a service with a fault. Returns true if the service bills the upload. */
type Fault = (response: ServerResponse, upload: Upload) => boolean | Promise<boolean>;

const SLOW_MS = 1500;
/** Longest upload that `too-long` accepts, in seconds. */
const MAX_SECONDS = 400;
const RETRY_SECONDS = 90;
const YEARS_OF_SECONDS = 99_999_999_999;

/** Faults of the local service: `SPEECH_FAULT=busy npm start`, or `/speech/busy/v1`. */
export const SPEECH_FAULTS = {
  refused: (response) => refuse(response, 401, 'invalid_api_key'),
  unpaid: (response) => refuse(response, 402, 'insufficient_quota'),
  busy: (response) =>
    refuse(response, 429, 'rate_limit_exceeded', { 'retry-after': String(RETRY_SECONDS) }),
  'busy-for-years': (response) =>
    refuse(response, 429, 'rate_limit_exceeded', { 'retry-after': String(YEARS_OF_SECONDS) }),
  'unknown-language': (response, { language, segments }) =>
    language === null
      ? tell(response, segments)
      : refuse(response, 400, `Unsupported language: '${language}'`),
  'unreadable-audio': (response) =>
    refuse(response, 400, 'Could not determine the duration of the audio'),
  'too-long': (response, upload) =>
    upload.seconds > MAX_SECONDS
      ? refuse(response, 413, 'too_large')
      : tell(response, upload.segments),
  slow: async (response, upload) => {
    await wait(SLOW_MS);
    return tell(response, upload.segments);
  },
  'no-segments': (response, { segments }) =>
    send(response, { text: segments.map(({ text }) => text).join('') }),
  'null-segments': (response, { segments }) =>
    segments.length === 0
      ? send(response, { task: 'transcribe', text: '', segments: null })
      : tell(response, segments),
  // As Python writes an average over no words.
  'no-numbers': (response, { segments }) =>
    sendText(
      response,
      JSON.stringify({ segments }).replaceAll(/"avg_logprob":[-\d.]+/g, '"avg_logprob":NaN'),
    ),
  'half-json': (response, { segments }) =>
    sendText(response, JSON.stringify({ segments }).slice(0, -2)),
  'web-page': (response) => sendText(response, '<!doctype html><title>Sign in</title>'),
  'loop-on-silence': (response, { segments, seconds }) =>
    tell(response, [...segments, ...loopAfter(segments.at(-1)?.end ?? 0, seconds)]),
  localai: (response, { segments }) =>
    tell(
      response,
      segments.map(({ start, end, text }, id) => ({
        id,
        start: Math.round(start * 1e9),
        end: Math.round(end * 1e9),
        text,
      })),
    ),
  'wrong-times': (response, { segments, seconds }) => {
    const [first] = segments;
    const metrics = { no_speech_prob: 0.01, avg_logprob: -0.2, compression_ratio: 1.3 };
    const wrong = [
      { start: -5, end: 1, text: ' Said before the beginning.' },
      { start: seconds + 5, end: seconds + 9, text: ' Said beyond the end.' },
    ];
    const back = first === undefined ? [] : [{ ...first, start: 0, end: 1, text: ' Said back.' }];
    return tell(response, [
      ...segments,
      ...wrong.map((each) => ({ ...each, ...metrics })),
      ...back,
    ]);
  },
  // Drops every other upload of the same bytes, beginning with the first.
  'lost-once': (response, { segments, before }) => {
    if (before % 2 === 1) return tell(response, segments);
    response.destroy();
    return true;
  },
  lost: (response) => {
    response.destroy();
    return true;
  },
} satisfies Record<string, Fault>;

export type SpeechFault = keyof typeof SPEECH_FAULTS;

export function isSpeechFault(name: string): name is SpeechFault {
  return Object.hasOwn(SPEECH_FAULTS, name);
}

/** Repeats a segment, as Whisper does for silence. */
function loopAfter(fromSeconds: number, seconds: number): SpeechSegment[] {
  const count = Math.max(0, Math.floor((seconds - fromSeconds) / 2));
  return Array.from({ length: Math.min(count, 100) }, (_, at) => ({
    start: fromSeconds + 2 * at,
    end: fromSeconds + 2 * at + 2,
    text: ' Thank you for watching.',
    no_speech_prob: 0.95,
    avg_logprob: -1.4,
    compression_ratio: 3.1,
  }));
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): boolean {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { code } }));
  return false;
}

/** Responds in OpenAI's `verbose_json` format. Returns true, because the upload is billed. */
export function tell(response: ServerResponse, segments: readonly object[]): boolean {
  return send(response, { task: 'transcribe', segments });
}

function send(response: ServerResponse, answer: object): boolean {
  return sendText(response, JSON.stringify(answer));
}

function sendText(response: ServerResponse, text: string): boolean {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(text);
  return true;
}
