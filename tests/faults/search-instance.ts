import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { search } from '../../functions/src/search/search-endpoint.ts';

/**
 * Serves the search function with concurrent requests, as a deployed instance does. The functions emulator would
 * start a process for each request. Prints the server's port.
 */

type Handler = (request: object, reply: object) => Promise<void>;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function asExpress(response: ServerResponse): object {
  const reply = Object.assign(response, {
    set: (name: string, value: string) => response.setHeader(name, value),
    status: (code: number) => {
      response.statusCode = code;
      return reply;
    },
    send: (body: string | Uint8Array) => response.end(body),
    json: (body: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    },
  });
  return reply;
}

const server = createServer((request, response) => {
  void readBody(request).then((rawBody) => {
    const header = (name: string) => request.headers[name.toLowerCase()];
    const asked = Object.assign(request, { rawBody, header, get: header });
    return (search as unknown as Handler)(asked, asExpress(response));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
