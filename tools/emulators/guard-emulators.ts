import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import {
  answerThenDrop,
  readRequestBody,
} from '../../functions/src/platform/http/read-request-body.ts';
import {
  beforeRequests,
  hideFramework,
} from '../../functions/src/platform/http/before-requests.ts';
import { refusalOfHead } from './odd-request.ts';
import { changeJavaStarts } from './spawn-java.ts';

changeJavaStarts();

/** Larger bodies get a 413 here. The functions read smaller bodies to the end, even if they also respond with 413. */
const MAX_BODY_BYTES = 10_000_000;
const BODY_WITHIN_MS = 10_000;

/** Hop-by-hop headers (RFC 9110, 7.6.1) and `Expect`. The hosting emulator forwards them, but fetch refuses them. */
const OF_ONE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  // Not needed: the body is forwarded with `content-length`.
  'transfer-encoding',
]);

const answering = new AsyncLocalStorage<ServerResponse>();

// The emulators receive only complete requests, within the limits that they can handle.
beforeRequests((request, response, serve) => {
  surviveErrors();
  hideFramework(response);
  void answering.run(response, () => serveWhole(request, response, serve));
});

async function serveWhole(
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: IncomingMessage) => void,
): Promise<void> {
  const reading = readRequestBody(request, MAX_BODY_BYTES, BODY_WITHIN_MS);
  const odd = refusalOfHead(request);
  const body = odd === null ? await reading.body : null;
  if (body === 'gone') return;
  if (Buffer.isBuffer(body)) {
    serve(withBody(request, body));
    return;
  }
  const status = odd ?? (body === 'too-slow' ? 408 : 413);
  await answerThenDrop(response, { status, body: `${STATUS_CODES[status] ?? ''}\n` }, reading);
}

function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const whole = new IncomingMessage(request.socket);
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const headers = { ...request.headers, 'content-length': String(body.length) };
  const kept = Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name));
  Object.assign(whole, { method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  Object.assign(whole, { headers: Object.fromEntries(kept), complete: true });
  whole.rawHeaders = kept.flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [name, one ?? '']),
  );
  if (body.length > 0) whole.push(body);
  whole.push(null);
  return whole;
}

let survives = false;

/** firebase-tools exits on an uncaught exception. After this call, only the request that caused it fails. */
function surviveErrors(): void {
  if (survives) return;
  survives = true;
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error, origin) => {
    console.error(`Not caught (${origin}):`, error);
    const response = answering.getStore();
    if (!response || response.writableEnded) return;
    if (!response.headersSent) response.writeHead(500, { Connection: 'close' });
    response.end();
  });
}
