import { Agent, FormData, request } from 'undici';
import { readResponseBody } from '../../platform/http/service-response.ts';
import type { AudioType } from '../audio/audio-part.ts';
import { failedRequest, isAboutLanguage, readAnswer, type ServiceAnswer } from './read-answer.ts';
import type { TranscriptionRequest, TranscriptionService } from './transcription-service.ts';
import { languageCode } from '../../query/language.ts';

export interface OpenaiServiceSettings {
  /** Base URL, such as `https://api.openai.com/v1`. */
  url: string;
  /** Null for a self-hosted service without keys. */
  key: string | null;
  model: string;
}

/** A segment takes about 400 bytes; ten minutes of fast speech have 300 segments. */
const MAX_RESPONSE_BYTES = 8_000_000;

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
  async function post(
    { part, type, prompt, signal }: TranscriptionRequest,
    language: string | null,
  ): Promise<ServiceAnswer> {
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
    const text = bytes?.toString() ?? null;
    return { status: statusCode, text, retryAfter: headers['retry-after'] };
  }

  return {
    async transcribe(asked) {
      const { part } = asked;
      const language = asked.language === null ? null : whisperLanguage(asked.language);
      try {
        const answer = await post(asked, language);
        const isRepeated = language !== null && isAboutLanguage(answer);
        const last = isRepeated ? await post(asked, null) : answer;
        return readAnswer(last, part.endMs - part.startMs);
      } catch (error) {
        return failedRequest(error);
      }
    },
  };
}

/** Codes of Whisper's tokenizer. A service refuses any other code with 400. */
const CODES = new Set(
  (
    'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy ' +
    'id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru ' +
    'sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'
  ).split(' '),
);
/** Codes that Whisper writes in another way than ISO 639. */
const ALIASES: Readonly<Record<string, string>> = { fil: 'tl', jv: 'jw' };

/** Null if Whisper does not know the language: then it detects one by itself. */
function whisperLanguage(written: string): string | null {
  const code = languageCode(written) ?? '';
  const name = ALIASES[code] ?? code;
  return CODES.has(name) ? name : null;
}
