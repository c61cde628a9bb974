import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BodyReading } from './read-request-body.ts';

/**
 * Sends the headers at once, but ends the response only when the request has been read to its end or given
 * up: proxies report an error if a response ends while they are still sending the request.
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
