import http from 'node:http';
import { Duplex, pipeline, Transform } from 'node:stream';
import type { buildConnector } from 'undici';
import { mendHead } from './mend-head.ts';
import type { Response } from './feed-response.ts';

interface Limits {
  maxHeadBytes: number;
  signal: AbortSignal;
}

/**
 * Sends one request on a connection of its own, whose answer may break the rules of HTTP. Without a second request
 * on the connection, no answer can be taken for another one.
 */
export async function requestMended(
  connect: buildConnector.connector,
  url: URL,
  headers: Record<string, string>,
  { maxHeadBytes, signal }: Limits,
): Promise<Response> {
  const socket = await openSocket(connect, url, signal);
  const mended = headMender(maxHeadBytes);
  pipeline(socket, mended, () => undefined);
  const connection = Duplex.from({ readable: mended, writable: socket });
  connection.on('close', () => socket.destroy());
  return new Promise((resolve, reject) => {
    const request = http.get({
      createConnection: () => connection,
      host: url.hostname,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, connection: 'close' },
      insecureHTTPParser: true,
      maxHeaderSize: 2 * maxHeadBytes,
      signal,
    });
    request.on('error', reject).on('response', (body) => {
      // Otherwise the body would only say that the connection ended.
      request.on('error', (error) => body.destroy(error));
      const drop = () => void body.destroy();
      resolve({ status: body.statusCode ?? 0, headers: body.headers, body, drop });
    });
  });
}

function openSocket(
  connect: buildConnector.connector,
  { hostname, host, protocol, port }: URL,
  signal: AbortSignal,
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    connect({ hostname, host, protocol, port }, (error, socket) => {
      if (error !== null) reject(error);
      else if (!signal.aborted) resolve(socket);
      else {
        socket.destroy();
        reject(signal.reason as Error);
      }
    });
  });
}

/** Replaces the head of an answer by one that Node.js reads. Passes on everything that is no such head. */
function headMender(maxHeadBytes: number): Transform {
  let waiting: Buffer | null = Buffer.alloc(0);
  let bytesLeft = Infinity;
  const passOn = (stream: Transform, bytes: Buffer) => {
    const kept = bytes.subarray(0, Math.min(bytes.length, bytesLeft));
    bytesLeft -= kept.length;
    if (kept.length > 0) stream.push(kept);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (waiting === null) {
        passOn(this, chunk);
        done();
        return;
      }
      waiting = Buffer.concat([waiting, chunk]);
      for (let isInterim = true; isInterim && waiting !== null;) {
        const found = mendHead(waiting.toString('latin1', 0, maxHeadBytes));
        if (found.kind === 'incomplete' && waiting.length < maxHeadBytes) break;
        if (found.kind !== 'head') {
          this.push(waiting);
          waiting = null;
          break;
        }
        const rest: Buffer = waiting.subarray(found.end);
        this.push(Buffer.from(found.text, 'latin1'));
        isInterim = found.isInterim;
        if (isInterim) waiting = rest;
        else {
          waiting = null;
          bytesLeft = found.length ?? Infinity;
          passOn(this, rest);
        }
      }
      done();
    },
    flush(done) {
      done(null, waiting);
    },
  });
}
