import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_OF_CODE } from '../../contract/index.ts';
import { AppError } from '../app-error.ts';
import { log } from '../log.ts';
import { parseCallableBody } from './parse-callable-body.ts';
import { errorBody } from './respond.ts';
import { readRequestBody } from './read-request-body.ts';

/** What a function takes as the body of a POST. */
export interface BodyRule {
  /** Longest body, bytes; 0 for a function that takes none: a body is not read then, and not refused. */
  maxBytes: number;
  /** Whether the body is Firebase's `{data}` of a callable, which is handed on parsed. */
  callable?: boolean;
}

/** What firebase-functions finds its body in. */
interface TakenBody {
  rawBody: Buffer;
  body?: unknown;
}

const EMPTY = Buffer.alloc(0);

/**
 * Takes the body off a request, bounded by the rule, and then calls `proceed`, once. What is too
 * long, compressed or not JSON where it must be is answered here, in the API's own words, and
 * `proceed` is not called. Nothing of a body is logged, and every answer says `no-store` and `nosniff`.
 */
export async function guardRequest(
  rule: BodyRule,
  request: IncomingMessage,
  response: ServerResponse,
  proceed: () => void,
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const taken = await take(rule, request);
  if (taken === null) return; // The caller has gone.
  if (taken instanceof AppError) {
    refuse(response, taken);
    return;
  }
  Object.assign(request, taken);
  // By these, Express would look for a body once more.
  delete request.headers['content-length'];
  delete request.headers['transfer-encoding'];
  delete request.headers['content-encoding'];
  proceed();
}

async function take(
  { maxBytes, callable = false }: BodyRule,
  request: IncomingMessage,
): Promise<TakenBody | AppError | null> {
  if (request.method !== 'POST' || maxBytes === 0) return { rawBody: EMPTY };
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    request.resume();
    return new AppError('invalid-request', 'send the body without Content-Encoding');
  }
  const rawBody = await readRequestBody(request, maxBytes);
  if (rawBody === null) return null;
  if (rawBody === 'too-long') {
    return new AppError('payload-too-large', `the body may have ${maxBytes} bytes at most`);
  }
  if (!callable) return { rawBody };
  const body = parseCallableBody(rawBody);
  return body === null
    ? new AppError('invalid-request', 'the body must be JSON of the form {data}')
    : { rawBody, body };
}

function refuse(response: ServerResponse, failure: AppError): void {
  response.writeHead(STATUS_OF_CODE[failure.code], {
    'Content-Type': 'application/json; charset=utf-8',
  });
  response.end(JSON.stringify(errorBody(failure)));
  log('info', 'body-refused', { code: failure.code });
}
