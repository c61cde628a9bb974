import { Agent, FormData, request } from 'undici';
import { HOUR_MS } from '../../contract/index.ts';
import { readResponseBody } from '../../platform/http/read-response-body.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { AudioType } from '../audio/audio-part.ts';
import { readSegments } from './read-segments.ts';
import type {
  HearFailure,
  HearFailureCode,
  HearOutcome,
  HearRequest,
  TranscriptionService,
} from './transcription-service.ts';

export interface OpenaiServiceSettings {
  /** Base URL, such as `https://api.openai.com/v1`. */
  url: string;
  /** Null for a self-hosted service without keys. */
  key: string | null;
  model: string;
}

/** A segment takes about 400 bytes; ten minutes of fast speech have 300 segments. */
const MAX_RESPONSE_BYTES = 8_000_000;
const MAX_WAIT_MS = 6 * HOUR_MS;

/** Services choose a decoder by media type or by file extension. */
const MEDIA_TYPES: Record<AudioType, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
};

/** A service on a slow machine takes minutes to respond, so only the request's signal is a deadline. */
const AGENT = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Calls `POST {base}/audio/transcriptions` of OpenAI, Groq, Fireworks, Together, speaches and whisper.cpp. */
export function openaiService({ url, key, model }: OpenaiServiceSettings): TranscriptionService {
  async function post({ part, type, language, prompt, signal }: HearRequest): Promise<HearOutcome> {
    const form = new FormData();
    form.set('file', new Blob([part.bytes], { type: MEDIA_TYPES[type] }), `part.${type}`);
    form.set('model', model);
    form.set('response_format', 'verbose_json');
    // Requests only segments, because some services refuse a request for both kinds of timestamps.
    form.set('timestamp_granularities[]', 'segment');
    if (language !== null) form.set('language', language);
    if (prompt !== '') form.set('prompt', prompt);
    const { statusCode, headers, body } = await request(`${url}/audio/transcriptions`, {
      method: 'POST',
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      body: form,
      dispatcher: AGENT,
      signal,
    });
    const bytes = await readResponseBody(body, MAX_RESPONSE_BYTES);
    const text = bytes?.toString() ?? '';
    if (statusCode !== 200) return refusal(statusCode, text, headers['retry-after']);
    const segments = bytes === null ? 'unreadable' : readSegments(text, part.endMs - part.startMs);
    if (segments === 'unreadable')
      return failed('unreadable-answer', 'The service’s answer cannot be read.');
    if (segments === 'none')
      return failed(
        'no-segments',
        'The service answered without segments: it may not know `verbose_json`, or cannot convert the audio.',
      );
    return { kind: 'heard', segments };
  }

  return {
    async hear(heard) {
      try {
        return await post(heard);
      } catch {
        return failed('answer-lost', 'The service’s answer did not come.');
      }
    },
  };
}

/** Matches errors of an account without credit. OpenAI responds with 429 for this, too. */
const UNPAID = /insufficient_quota|billing|insufficient.(?:funds|balance|credit)/i;
const TOO_LONG = /longer than|too (?:long|large)|maximum content size|duration/i;
const MAX_ERROR_LENGTH = 4000;

function refusal(status: number, text: string, retryAfter: unknown): HearFailure {
  const parsed = JSON.stringify(parseJson(text) ?? '').slice(0, MAX_ERROR_LENGTH);
  const says = (sentence: string) => `The service ${sentence} (${status}).`;
  if (status === 402 || UNPAID.test(parsed))
    return failed('service-unpaid', says('asks to be paid'));
  if (status === 429 || status === 503) {
    const waitMs = retryAfterMs(retryAfter, Date.now(), MAX_WAIT_MS);
    const busy = failed('service-busy', says('asks to wait'));
    return waitMs === null ? busy : { ...busy, retryAfterMs: waitMs };
  }
  if (status === 413 || (status === 400 && TOO_LONG.test(parsed)))
    return failed('part-too-long', says('takes only shorter parts'));
  if ([401, 403, 404].includes(status))
    return failed('service-refused', says('refuses the key, the model or the address'));
  if (status >= 500) return failed('answer-lost', says('failed'));
  if (status >= 300 && status < 400)
    return failed('service-refused', says('is at another address'));
  if (status >= 400) return failed('part-refused', says('refuses the audio'));
  return failed('unreadable-answer', says('gave an answer that is none'));
}

function failed(code: HearFailureCode, message: string): HearFailure {
  return { kind: 'failed', code, message };
}
