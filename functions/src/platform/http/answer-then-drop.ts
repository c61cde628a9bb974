import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BodyReading } from './read-request-body.ts';

/**
 * Sends the response body only after the request body was read: a sender that has the whole response, or a
 * closed connection, stops sending, which proxies report as an error.
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
