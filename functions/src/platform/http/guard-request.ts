import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_OF_CODE } from '../../contract/index.ts';
import { AppError } from '../app-error.ts';
import { log } from '../log.ts';
import { parseCallableBody } from './parse-callable-body.ts';
import { errorBody } from './respond.ts';
import { readRequestBody } from './read-request-body.ts';

/** What a function accepts as the body of a POST. */
export interface BodyRule {
  /**
   * Longest body, bytes. 0 stands for a function without a body: one that is sent is ignored, not
   * refused.
   */
  maxBytes: number;
  /** Whether the body is Firebase's `{data}` of a callable; it is then passed on parsed. */
  callable?: boolean;
}

/** Where firebase-functions looks for the body. */
interface TakenBody {
  rawBody: Buffer;
  body?: unknown;
}

const EMPTY = Buffer.alloc(0);

/**
 * Reads the body of a request within the rule's limit, and then calls `proceed` once. A body that
 * is too long, compressed or not JSON where it must be is refused here, with the API's own error
 * body, and `proceed` is not called. No body is logged, and every answer carries `no-store` and
 * `nosniff`.
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
  // Otherwise Express would try to read the body again.
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
