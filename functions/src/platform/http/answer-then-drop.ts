import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BodyReading } from './read-request-body.ts';

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
