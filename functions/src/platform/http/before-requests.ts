import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { EventEmitter } from 'node:events';

/** `serve` passes this request, or another one, to the server. */
type BeforeRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: IncomingMessage) => void,
) => void;

/** Patches `http.Server`, so that `before` runs for every server of the process, whichever library created it. */
export function beforeRequests(before: BeforeRequest): void {
  const server: EventEmitter = Server.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its server below
  const { emit } = server;
  server.emit = function (this: EventEmitter, event: string | symbol, ...values: unknown[]) {
    if (event !== 'request') return emit.call(this, event, ...values);
    const [request, response] = values as [IncomingMessage, ServerResponse];
    before(request, response, (served) => void emit.call(this, 'request', served, response));
    return true;
  };
}

/** Drops `X-Powered-By`, which tells attackers which exploits to try. */
export function hideFramework(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === 'x-powered-by' ? response : setHeader(name, value);
}
