import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BodyReading } from './read-request-body.ts';

/**
 * Answers a request whose body is not wanted. The status is sent at once, the rest of the answer when
 * nothing more is read: a sender that has the whole answer, or a closed connection, stops in the
 * middle, which proxies take for a fault. For the same reason the connection is closed only on a
 * sender who has not ended by then.
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
