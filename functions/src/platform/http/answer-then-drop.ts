import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BodyReading } from './read-request-body.ts';

/**
 * Sends a response, but ends it only when the request has been read to its end: proxies report an error if
 * their peer answers while they are still sending.
 */
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
