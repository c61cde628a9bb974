import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { STATUS_OF_CODE } from '../../contract/index.ts';
import { AppError } from '../app-error.ts';
import { answerThenDrop } from './answer-then-drop.ts';
import { hideFramework } from './hide-framework.ts';
import { log } from '../log.ts';
import { errorBody } from './respond.ts';
import { type BodyReading, type NoBody, readRequestBody } from './read-request-body.ts';

export interface BodyLimits {
  /** Bytes; 0 if the function takes no body, so that any body is ignored. */
  maxBytes: number;
  /** Timeout for receiving the body, milliseconds; default ten seconds. */
  withinMs?: number;
  /** Methods whose body is taken; default POST. */
  methods?: readonly string[];
  /** True if the body is the `{data}` of a Firebase callable, which is then parsed here. */
  callable?: boolean;
}

/** The properties of a request in which firebase-functions looks for the body. */
interface TakenBody {
  rawBody: Buffer;
  body?: unknown;
}

const WITHIN_MS = 10_000;
const EMPTY = Buffer.alloc(0);

/**
 * Reads the request body within the limits, then calls `proceed`; a body that is not accepted is answered
 * with an API error. No body is logged; every response carries `no-store` and `nosniff`,
 * and does not name its framework.
 */
export async function guardRequest(
  limits: BodyLimits,
  request: IncomingMessage,
  response: ServerResponse,
  proceed: () => void,
): Promise<void> {
  hideFramework(response);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const reading = readRequestBody(request, limits.maxBytes, limits.withinMs ?? WITHIN_MS);
  const taken = await take(limits, request, reading);
  if (taken === 'gone') return;
  if (taken instanceof AppError) {
    log('info', 'body-refused', { code: taken.code });
    const status = STATUS_OF_CODE[taken.code];
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    const body = JSON.stringify(errorBody(taken));
    await answerThenDrop(response, { status, headers, body }, reading);
    return;
  }
  Object.assign(request, taken);
  // Without these headers Express does not try to read the body again.
  delete request.headers['content-length'];
  delete request.headers['transfer-encoding'];
  delete request.headers['content-encoding'];
  proceed();
}

async function take(
  { maxBytes, methods = ['POST'], callable = false }: BodyLimits,
  { method = '', headers }: IncomingMessage,
  { body, rest }: BodyReading,
): Promise<TakenBody | AppError | 'gone'> {
  if (!methods.includes(method) || maxBytes === 0) {
    const end = await rest;
    return end === 'all-read' ? { rawBody: EMPTY } : failureOf(end, 0);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return new AppError('invalid-request', 'send the body without Content-Encoding');
  }
  const rawBody = await body;
  if (typeof rawBody === 'string') return failureOf(rawBody, maxBytes);
  if (!callable) return { rawBody };
  const parsed = parseCallableBody(rawBody);
  return parsed === null
    ? new AppError('invalid-request', 'the body must be JSON of the form {data}')
    : { rawBody, body: parsed };
}

function failureOf(end: NoBody, maxBytes: number): AppError | 'gone' {
  if (end === 'gone') return end;
  return end === 'too-slow'
    ? new AppError('request-timeout', 'the body did not arrive in time')
    : new AppError('payload-too-large', `the body may have ${maxBytes} bytes at most`);
}

const bodySchema = z.strictObject({ data: z.unknown() });

/**
 * Null unless the body is `{data}` without the `@type` keys of special numbers. Any other body is refused
 * here, because Firebase's later check would log it.
 */
function parseCallableBody(rawBody: Buffer): { data: unknown } | null {
  try {
    const { data } = bodySchema.parse(JSON.parse(rawBody.toString('utf8'), withoutTypes));
    return data === undefined ? null : { data };
  } catch {
    return null;
  }
}

function withoutTypes(key: string, value: unknown): unknown {
  if (key === '@type') throw new Error('Values with @type are not accepted');
  return value;
}
