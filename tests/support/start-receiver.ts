import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface Receiver {
  url: string;
  got: { path: string; headers: IncomingHttpHeaders; body: string }[];
  /** Sets the status of further responses; default 204. */
  answer(status: number): void;
}

export async function startReceiver(): Promise<Receiver & { close: () => void }> {
  const got: Receiver['got'] = [];
  let status = 204;
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body });
      reply.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    got,
    answer: (wanted) => (status = wanted),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** True if the signature is right by the specification of Standard Webhooks, whose library is not used. */
export function isSigned({ headers, body }: Receiver['got'][number], secret = ''): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(signature);
}
