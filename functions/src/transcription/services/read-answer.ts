import { HOUR_MS } from '../../contract/index.ts';
import { retryAfterMs } from '../../platform/http/service-response.ts';
import { errorCode } from '../../platform/log.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { readSegments } from './read-segments.ts';
import type {
  TranscriptionFailure,
  TranscriptionFailureCode,
  TranscriptionOutcome,
} from './transcription-service.ts';

export interface ServiceAnswer {
  status: number;
  /** Null if it is too large. */
  text: string | null;
  retryAfter?: unknown;
}

const MAX_WAIT_MS = 6 * HOUR_MS;

export function readAnswer(answer: ServiceAnswer, partMs: number): TranscriptionOutcome {
  if (answer.status !== 200) return refusal(answer);
  const segments = answer.text === null ? 'unreadable' : readSegments(answer.text, partMs);
  if (segments === 'unreadable')
    return failed('unreadable-answer', 'The service’s answer cannot be read.');
  if (segments === 'none')
    return failed(
      'no-segments',
      'The service answered without segments: it may not know `verbose_json`, or cannot convert the audio.',
    );
  return { kind: 'transcribed', segments };
}

/** Matches errors of an account without credit. OpenAI responds with 429 for this, too. */
const UNPAID = /insufficient_quota|billing|insufficient.(?:funds|balance|credit)/i;
/** A length alone does not match: "could not determine the duration" is no limit. */
const TOO_LONG =
  /longer than|too (?:long|large|big)|\b(?:max|exceed|limit)\w*\b[^.]{0,60}\b(?:duration|length|size)\b|\b(?:duration|length|size)\b[^.]{0,60}\b(?:exceed|max|limit)/i;
const MAX_ERROR_LENGTH = 4000;

/** Empty if the answer is a web page. */
function errorText(text: string | null): string {
  const parsed = parseJson(text ?? '');
  const written = parsed === undefined ? (text ?? '').trimStart() : JSON.stringify(parsed);
  return written.startsWith('<') ? '' : written.slice(0, MAX_ERROR_LENGTH);
}

export function isAboutLanguage({ status, text }: ServiceAnswer): boolean {
  return (status === 400 || status === 422) && /language/i.test(errorText(text));
}

function refusal({ status, text, retryAfter }: ServiceAnswer): TranscriptionFailure {
  const error = errorText(text);
  const says = (sentence: string) => `The service ${sentence} (${status}).`;
  if (status === 402 || UNPAID.test(error))
    return failed('service-unpaid', says('asks to be paid'));
  if (status === 429 || status === 503) {
    const waitMs = retryAfterMs(retryAfter, Date.now(), MAX_WAIT_MS);
    const busy = failed('service-busy', says('asks to wait'));
    return waitMs === null ? busy : { ...busy, retryAfterMs: waitMs };
  }
  const isTooLong = status === 400 && TOO_LONG.test(error) && !/prompt/i.test(error);
  if (status === 413 || isTooLong) return failed('part-too-long', says('takes only shorter parts'));
  if ([401, 403, 404].includes(status))
    return failed('service-refused', says('refuses the key, the model or the address'));
  if (status >= 500) return failed('answer-lost', says('failed'));
  if (status >= 300 && status < 400)
    return failed('service-refused', says('is at another address'));
  if (status >= 400) return failed('part-refused', says('refuses the audio'));
  return failed('unreadable-answer', says('gave an answer that is none'));
}

/** Errors before a request is sent: of the name, the connection or the certificate. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|E(?:HOST|NET)(?:UNREACH|DOWN)|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_(?:TLS|SSL)_\w+|\w*_CERT\w*|CERT_\w+|UNABLE_TO_\w+)$/;

export function failedRequest(error: unknown): TranscriptionFailure {
  const code = errorCode(error) ?? '';
  // Node tries several addresses of a host, and rejects with all of their errors.
  const isUnsent = UNSENT.test(code) || error instanceof AggregateError;
  return isUnsent
    ? failed('service-unreachable', `The service cannot be reached (${code}).`)
    : failed('answer-lost', 'The service’s answer did not come.');
}

function failed(code: TranscriptionFailureCode, message: string): TranscriptionFailure {
  return { kind: 'failed', code, message };
}
