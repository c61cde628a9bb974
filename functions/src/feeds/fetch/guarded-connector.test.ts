import type dns from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ForbiddenAddressError, guardedConnector, publicLookup } from './guarded-connector.ts';

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

/** Resolves with the error, or with `connected`. */
function connectTo(hostname: string): Promise<unknown> {
  return new Promise((settle) => {
    guardedConnector()({ hostname, protocol: 'http:', port }, (error, socket) => {
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

  it('reports an unknown host name as a lookup error', async () => {
    expect(await connectTo('name.invalid')).toMatchObject({ syscall: 'getaddrinfo' });
  });
});

describe('publicLookup', () => {
  const ADDRESSES = [
    { address: '10.0.0.1', family: 4 },
    { address: '93.184.215.14', family: 4 },
    { address: '64:ff9b::a00:1', family: 6 },
    { address: '2606:2800:21f:cb07::1', family: 6 },
  ];

  function lookUp(all: boolean): Promise<unknown[]> {
    const resolve = ((
      _name: string,
      _options: unknown,
      callback: (...found: unknown[]) => void,
    ) => {
      callback(null, ADDRESSES);
    }) as unknown as typeof dns.lookup;
    return new Promise((settle) => {
      publicLookup(resolve)('mixed.example', { all }, (...answer) => {
        settle(answer);
      });
    });
  }

  it('returns the public addresses among several', async () => {
    expect(await lookUp(true)).toEqual([null, [ADDRESSES[1], ADDRESSES[3]]]);
  });

  it('returns a single address if not asked for all', async () => {
    expect(await lookUp(false)).toEqual([null, '93.184.215.14', 4]);
  });
});
