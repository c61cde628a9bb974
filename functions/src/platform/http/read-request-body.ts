import type { IncomingMessage } from 'node:http';

/** Bytes of an oversized body that are still read, so that the sender gets to read the response. */
const LINGER_BYTES = 10_000_000;

export type NoBody = 'too-long' | 'too-slow' | 'gone';

export interface BodyReading {
  /** The body, or why there is none, as soon as that is known. */
  body: Promise<Buffer | NoBody>;
  /** Resolves when the request has been read to its end, or when reading on is given up. */
  rest: Promise<'all-read' | NoBody>;
}

/**
 * `too-long` is known from Content-Length or on arrival; up to {@link LINGER_BYTES} more are then read and
 * discarded.
 */
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
