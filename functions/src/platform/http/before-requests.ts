import type { EventEmitter } from 'node:events';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Runs before a request is served; `serve` passes on this request or another one. */
type BeforeRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: IncomingMessage) => void,
) => void;

/** Runs before a connection becomes a WebSocket. */
type BeforeUpgrade = (request: IncomingMessage, socket: Duplex, serve: () => void) => void;

/**
 * Calls `before` for the requests of every server in the process, whichever library created it, because it
 * patches `http.Server`.
 */
export function beforeRequests(before: BeforeRequest): void {
  beforeEvent('request', ([request, response], emit) => {
    const [asked, answer] = [request as IncomingMessage, response as ServerResponse];
    before(asked, answer, (served) => emit(served, answer));
  });
}

export function beforeUpgrades(before: BeforeUpgrade): void {
  beforeEvent('upgrade', (values, emit) => {
    const [request, socket] = values as [IncomingMessage, Duplex];
    before(request, socket, () => emit(...values));
  });
}

function beforeEvent(
  name: string,
  before: (values: unknown[], emit: (...values: unknown[]) => void) => void,
): void {
  const server: EventEmitter = Server.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its server below
  const { emit } = server;
  server.emit = function (this: EventEmitter, event: string | symbol, ...values: unknown[]) {
    if (event !== name) return emit.call(this, event, ...values);
    before(values, (...served) => void emit.call(this, event, ...served));
    return true;
  };
}
