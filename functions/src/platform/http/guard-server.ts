import type { EventEmitter } from 'node:events';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { type BodyRule, guardRequest } from './guard-request.ts';

/**
 * Puts {@link guardRequest} before everything that serves HTTP in this process.
 *
 * The server and the body parsers before a function are not ours: functions-framework where it is
 * deployed, firebase-tools under the emulators. Both inflate and parse whatever comes, up to a
 * gigabyte, before a function is called. Both load the functions first and serve through
 * `http.Server`, whose 'request' event is the one place that comes before them.
 */
export function guardServer(rule: BodyRule): void {
  const server: EventEmitter = Server.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its server below
  const { emit } = server;
  server.emit = function (this: EventEmitter, event: string | symbol, ...values: unknown[]) {
    if (event !== 'request') return emit.call(this, event, ...values);
    // What Node documents for this event.
    const [request, response] = values as [IncomingMessage, ServerResponse];
    void guardRequest(rule, request, response, () => emit.call(this, event, request, response));
    return true;
  };
}
