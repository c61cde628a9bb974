import type { EventEmitter } from 'node:events';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';

/** Does what is to be done before a request is served, and hands it on, or another in its place. */
export type BeforeRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: IncomingMessage) => void,
) => void;

/**
 * Puts `before` in front of everything that serves HTTP in this process, whoever made the server:
 * the 'request' event of `http.Server` is the one place that all of them share.
 */
export function beforeRequests(before: BeforeRequest): void {
  const server: EventEmitter = Server.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its server below
  const { emit } = server;
  server.emit = function (this: EventEmitter, event: string | symbol, ...values: unknown[]) {
    if (event !== 'request') return emit.call(this, event, ...values);
    // What Node documents for this event.
    const [request, response] = values as [IncomingMessage, ServerResponse];
    before(request, response, (served) => emit.call(this, event, served, response));
    return true;
  };
}
