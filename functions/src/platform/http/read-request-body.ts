import type { IncomingMessage } from 'node:http';

/**
 * How much of a body that is too long is still received, so that the sender gets to read the
 * answer.
 */
const LINGER_BYTES = 1_000_000;

/**
 * The body of a request, or 'too-long' as soon as it is known to exceed `maxBytes`: by its
 * announced length, or while it arrives. The rest is discarded, and a sender that does not stop is
 * disconnected. Null when the connection closes before the body is complete.
 */
export function readRequestBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too-long' | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) resolve('too-long');
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      resolve('too-long');
      if (bytes > maxBytes + LINGER_BYTES) request.destroy();
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('close', () => resolve(null));
  });
}
