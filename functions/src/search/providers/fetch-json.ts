import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { DAY_MS } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { readResponseBody, retryAfterMs } from '../../platform/http/service-response.ts';
import { withTimeout } from '../../platform/with-timeout.ts';

/** Two attempts and the pause between them must fit into the 8 seconds of a search. */
const ATTEMPT_TIMEOUT_MS = 3_500;
const RETRY_PAUSE_MS = 250;
const MAX_ANSWER_BYTES = 5_000_000;
const MAX_RETRY_AFTER_MS = 7 * DAY_MS;

export interface BackendCall {
  /** Names the backend in error messages, because its URL may contain a key. */
  name: string;
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON with POST; without a body, the method is GET. */
  body?: unknown;
  signal: AbortSignal;
  attemptTimeoutMs?: number;
}

type Attempt =
  { kind: 'answer'; json: unknown } | { kind: 'failed'; error: AppError; again: boolean };

/**
 * Fetches JSON, with one retry after a timeout, a network error or status 500, 502, 503, 504.
 * Throws 'upstream-timeout', 'upstream-unavailable' (network error, 429, 503) or 'upstream-failed'
 * (other status, redirect, too large, no JSON).
 */
export async function fetchJson(call: BackendCall): Promise<unknown> {
  const first = await attempt(call);
  if (first.kind === 'answer') return first.json;
  if (!first.again || call.signal.aborted) throw first.error;
  await pause(RETRY_PAUSE_MS);
  const second = await attempt(call);
  if (second.kind === 'failed') throw second.error;
  return second.json;
}

function attempt(call: BackendCall): Promise<Attempt> {
  const { name, attemptTimeoutMs = ATTEMPT_TIMEOUT_MS } = call;
  return withTimeout<Attempt>(attemptTimeoutMs, (signal) => ask(call, signal), {
    parent: call.signal,
    late: (cause) => ({
      kind: 'failed',
      error: new AppError('upstream-timeout', `${name} did not answer in time`, { cause }),
      again: true,
    }),
  });
}

async function ask(call: BackendCall, signal: AbortSignal): Promise<Attempt> {
  const { name } = call;
  try {
    // Loaded late, because most instances have a catalogue and never need it.
    const { request } = await import('undici');
    const answer = await request(call.url, {
      ...(call.body !== undefined && { method: 'POST', body: JSON.stringify(call.body) }),
      headers: {
        accept: 'application/json',
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      signal,
    });
    // Without a listener, the error of an abandoned body ends the process.
    answer.body.on('error', () => undefined);
    if (answer.statusCode !== 200) {
      answer.body.destroy();
      return refusal(name, answer);
    }
    return read(name, await readResponseBody(answer.body, MAX_ANSWER_BYTES));
  } catch (cause) {
    const error = new AppError('upstream-unavailable', `${name} cannot be reached`, { cause });
    return { kind: 'failed', error, again: true };
  }
}

const AGAIN = new Set([500, 502, 503, 504]);

function refusal(name: string, { statusCode, headers }: Dispatcher.ResponseData): Attempt {
  const busy = statusCode === 429 || statusCode === 503;
  const waitMs = retryAfterMs(headers['retry-after'], Date.now(), MAX_RETRY_AFTER_MS);
  const error = new AppError(
    busy ? 'upstream-unavailable' : 'upstream-failed',
    `${name} answered with status ${statusCode}`,
    busy && waitMs !== null ? { retryAfterMs: waitMs } : {},
  );
  return { kind: 'failed', error, again: AGAIN.has(statusCode) };
}

function read(name: string, bytes: Buffer | null): Attempt {
  const failed = (message: string, cause?: unknown): Attempt => ({
    kind: 'failed',
    error: new AppError('upstream-failed', `${name} ${message}`, { cause }),
    again: false,
  });
  if (bytes === null) return failed(`answered with more than ${MAX_ANSWER_BYTES} bytes`);
  try {
    return { kind: 'answer', json: JSON.parse(bytes.toString('utf8')) as unknown };
  } catch {
    return failed('did not answer with JSON');
  }
}
