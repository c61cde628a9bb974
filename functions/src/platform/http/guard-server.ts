import type { EventEmitter } from 'node:events';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { type BodyRule, guardRequest } from './guard-request.ts';

/**
 * Puts {@link guardRequest} in front of everything that serves HTTP in this process.
 *
 * The HTTP server and its body parsers are not ours: functions-framework in a deployment,
 * firebase-tools under the emulators. Both decompress and parse any body, up to a gigabyte, before
 * they call a function. Both load the functions first and serve through `http.Server`, whose
 * 'request' event is the only place in front of them.
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
