import dns from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ForbiddenAddressError, guardedConnector, type Resolve } from './guarded-connector.ts';

let server: Server;
let port: string;
let connections = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
});

afterAll(() => {
  server.close();
});

beforeEach(() => {
  connections = 0;
});

/** What becomes of a connection to a name, or an address, of this machine's server. */
function connectTo(hostname: string, resolve?: Resolve): Promise<unknown> {
  return new Promise((settle) => {
    guardedConnector(resolve)({ hostname, protocol: 'http:', port }, (error, socket) => {
      socket?.destroy();
      settle(error ?? 'connected');
    });
  });
}

describe('guardedConnector', () => {
  it.each(['127.0.0.1', '[::1]', '::1', '[::ffff:7f00:1]', 'localhost'])(
    'does not connect to %s',
    async (hostname) => {
      expect(await connectTo(hostname)).toBeInstanceOf(ForbiddenAddressError);
      expect(connections).toBe(0);
    },
  );

  it('checks the very answer it connects to: a name that answers differently each time gains nothing', async () => {
    const addresses = ['93.184.215.14', '127.0.0.1'];
    const asked: string[] = [];
    // Answers the truth about an address instead of a name; which one changes with every question.
    const rebinding = ((name, options, callback) => {
      asked.push(name);
      const address = addresses[asked.length % addresses.length] ?? '';
      dns.lookup(address, options, callback);
    }) as Resolve;
    expect(await connectTo('rebind.example', rebinding)).toBeInstanceOf(ForbiddenAddressError);
    expect(asked).toEqual(['rebind.example']);
    expect(connections).toBe(0);
  });

  it('tells of a name that does not exist as such', async () => {
    expect(await connectTo('name.invalid')).toMatchObject({ syscall: 'getaddrinfo' });
  });
});
