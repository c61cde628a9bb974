import type { IncomingMessage } from 'node:http';

/**
 * How much of a body that is too long is still received. A sender whose connection is closed while it
 * sends does not get to read the answer, and a proxy in between makes an error of its own of it.
 */
const LINGER_BYTES = 10_000_000;

/** How reading a body can end without the body. */
export type NoBody = 'too-long' | 'too-slow' | 'gone';

export interface BodyReading {
  /** The body, or why there is none, as soon as that is known. */
  body: Promise<Buffer | NoBody>;
  /** Resolves when nothing more is waited for: all has come, or the connection may be closed. */
  rest: Promise<'all-read' | NoBody>;
}

/**
 * Reads the body of a request. It is 'too-long' as soon as it is known to exceed `maxBytes`: by its
 * announced length, or while it arrives. The rest is read and discarded, up to 10 MB. A body that has
 * not come within `withinMs` is 'too-slow', and one whose connection closes before is 'gone'.
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
