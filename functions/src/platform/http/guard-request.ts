import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { STATUS_OF_CODE } from '../../contract/index.ts';
import { AppError } from '../app-error.ts';
import {
  answerThenDrop,
  type BodyReading,
  type NoBody,
  readRequestBody,
} from './read-request-body.ts';
import { beforeRequests, hideFramework } from './before-requests.ts';
import { functionTarget } from '../environment.ts';
import { log } from '../log.ts';
import { errorBody } from './respond.ts';

export interface BodyLimits {
  /** Max bytes of the body. 0 if the function expects no body; any body is then ignored. */
  maxBytes: number;
  /** Timeout for receiving the body, ms; default ten seconds. */
  withinMs?: number;
  /** Methods with a body; default POST. */
  methods?: readonly string[];
  /** True for a Firebase callable, whose body `{data}` is then parsed here. */
  callable?: boolean;
}

/** firebase-functions reads the body from these properties. */
interface AcceptedBody {
  rawBody: Buffer;
  body?: unknown;
}

const BODY_TIMEOUT_MS = 10_000;
const EMPTY = Buffer.alloc(0);

/**
 * Reads the body within the limits, then calls `proceed`. Rejected bodies get an API error. Never logs a body.
 * Every response has `no-store` and `nosniff` and hides its framework.
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
  const reading = readRequestBody(request, limits.maxBytes, limits.withinMs ?? BODY_TIMEOUT_MS);
  const accepted = await acceptBody(limits, request, reading);
  if (accepted === 'gone') return;
  if (accepted instanceof AppError) {
    log('info', 'body-refused', { code: accepted.code });
    const status = STATUS_OF_CODE[accepted.code];
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    const body = JSON.stringify(errorBody(accepted));
    await answerThenDrop(response, { status, headers, body }, reading);
    return;
  }
  Object.assign(request, accepted);
  // Prevents Express from reading the body again.
  delete request.headers['content-length'];
  delete request.headers['transfer-encoding'];
  delete request.headers['content-encoding'];
  proceed();
}

async function acceptBody(
  { maxBytes, methods = ['POST'], callable = false }: BodyLimits,
  { method = '', headers }: IncomingMessage,
  { body, rest }: BodyReading,
): Promise<AcceptedBody | AppError | 'gone'> {
  if (!methods.includes(method) || maxBytes === 0) {
    const end = await rest;
    return end === 'all-read' ? { rawBody: EMPTY } : bodyError(end, 0);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return new AppError('invalid-request', 'send the body without Content-Encoding');
  }
  const rawBody = await body;
  if (typeof rawBody === 'string') return bodyError(rawBody, maxBytes);
  if (!callable) return { rawBody };
  const parsed = parseCallableBody(rawBody);
  return parsed === null
    ? new AppError('invalid-request', 'the body must be JSON of the form {data}')
    : { rawBody, body: parsed };
}

function bodyError(end: NoBody, maxBytes: number): AppError | 'gone' {
  if (end === 'gone') return end;
  return end === 'too-slow'
    ? new AppError('request-timeout', 'the body did not arrive in time')
    : new AppError('payload-too-large', `the body may have ${maxBytes} bytes at most`);
}

const bodySchema = z.strictObject({ data: z.unknown() });

/** Null unless the body is `{data}` without `@type` keys. Firebase would log a body that it rejects itself. */
function parseCallableBody(rawBody: Buffer): { data: unknown } | null {
  try {
    const { data } = bodySchema.parse(JSON.parse(rawBody.toString('utf8'), rejectTypes));
    return data === undefined ? null : { data };
  } catch {
    return null;
  }
}

function rejectTypes(key: string, value: unknown): unknown {
  if (key === '@type') throw new Error('Values with @type are not accepted');
  return value;
}

/** Limits the requests of this process if it serves the function of this name. */
export function guardFunction(
  name: string,
  limits: BodyLimits | ((path: string) => BodyLimits),
): void {
  if (functionTarget() === name) guardServer(limits);
}

/** Runs before any framework: functions-framework and firebase-tools decompress and parse up to a gigabyte. */
function guardServer(limits: BodyLimits | ((path: string) => BodyLimits)): void {
  const limitsAt = typeof limits === 'function' ? limits : () => limits;
  beforeRequests((request, response, serve) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    void guardRequest(limitsAt(path), request, response, () => serve(request));
  });
}
