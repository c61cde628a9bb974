import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';

/** A local server that stands for a webhook's receiver, until the test ends. */
export interface Receiver {
  url: string;
  got: { path: string; headers: IncomingHttpHeaders; body: string }[];
  /** Status of the answers from now on; 204 before. */
  answer(status: number): void;
}

export async function openReceiver(): Promise<Receiver> {
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
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    got,
    answer: (wanted) => (status = wanted),
  };
}
