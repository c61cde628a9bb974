import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Bytes of an oversized body that are read beyond the limit, so that the sender can read the response. */
const LINGER_BYTES = 10_000_000;

export type NoBody = 'too-long' | 'too-slow' | 'gone';

export interface BodyReading {
  /** Resolves as soon as the body is complete, too long or otherwise failed. */
  body: Promise<Buffer | NoBody>;
  /** Resolves when the request is read completely or abandoned. */
  rest: Promise<'all-read' | NoBody>;
}

/** Reports `too-long` by Content-Length or on arrival, then reads and discards up to {@link LINGER_BYTES} more. */
export function readRequestBody(
  request: IncomingMessage,
  maxBytes: number,
  withinMs: number,
): BodyReading {
  let setBody: (body: Buffer | NoBody) => void = () => undefined;
  const body = new Promise<Buffer | NoBody>((resolve) => (setBody = resolve));
  const rest = new Promise<'all-read' | NoBody>((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    function giveUp(why: NoBody) {
      setBody(why);
      resolve(why);
    }
    const deadline = setTimeout(giveUp, withinMs, 'too-slow');
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) setBody('too-long');
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      setBody('too-long');
      if (bytes > maxBytes + LINGER_BYTES) giveUp('too-long');
    });
    request.once('end', () => {
      setBody(Buffer.concat(chunks));
      resolve('all-read');
    });
    request.once('close', () => {
      clearTimeout(deadline);
      giveUp('gone');
    });
  });
  return { body, rest };
}

/** Ends the response only after the request is read or abandoned. Otherwise, proxies report an error. */
export async function answerThenDrop(
  response: ServerResponse,
  { status, body, headers = {} }: { status: number; body: string; headers?: OutgoingHttpHeaders },
  { rest }: BodyReading,
): Promise<void> {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  response.flushHeaders();
  const end = await rest;
  response.end(bytes, () => {
    if (end !== 'all-read') response.req.socket.destroySoon();
  });
}

const EMPTY = Buffer.alloc(0);

/** `rawBody` is undefined for a request without a body. */
export function bodyOf(request: { rawBody?: Buffer }): Buffer {
  return request.rawBody ?? EMPTY;
}
