import { describe, expect, test } from 'vitest';
import { type ClientSource, createClientFinder, limitsOf } from './client.ts';

const HOSTING = '66.249.83.7';
const ELSEWHERE = '198.51.100.9';
const VISITOR = '203.0.113.7';

const clientOf = createClientFinder([]);
const proven = createClientFinder(['66.249.83.0/24', '2001:db8::/32']);

/** A call to which the front end appended `hop`. */
function callFrom(hop: string, headers: Record<string, string> = {}): ClientSource {
  const sent = headers['x-forwarded-for'];
  return {
    headers: { ...headers, 'x-forwarded-for': sent === undefined ? hop : `${sent}, ${hop}` },
    socket: { remoteAddress: '169.254.1.1' },
  };
}

const call = (hop: string, headers?: Record<string, string>) => clientOf(callFrom(hop, headers));

describe('behind Hosting', () => {
  test('separates the visitors of a hop by the address that the CDN sends', () => {
    const visitors = [VISITOR, '203.0.113.8'];
    for (const [hop, address] of [
      [HOSTING, HOSTING],
      ['2a00:1450:4001::8', '2a00:1450:4001:0::/64'],
    ] as const) {
      expect(visitors.map((visitor) => call(hop, { 'fastly-client-ip': visitor }))).toEqual(
        visitors.map((visitor) => ({
          address: `${visitor} by ${address}`,
          relay: { address, clients: 10 },
        })),
      );
    }
  });

  test('uses the last hop without a valid visitor address', () => {
    for (const claim of ['', 'x', `${VISITOR}, 203.0.113.8`, '203.0.113.007', 'x'.repeat(10_000)]) {
      expect(call(HOSTING, { 'fastly-client-ip': claim })).toEqual({
        address: HOSTING,
        relay: null,
      });
    }
    expect(call(HOSTING)).toEqual({ address: HOSTING, relay: null });
  });

  test('trusts the visitor address of configured proxies', () => {
    for (const hop of [HOSTING, '2001:db8::1']) {
      const headers = { 'fastly-client-ip': VISITOR };
      expect(proven(callFrom(hop, headers))).toEqual({ address: VISITOR, relay: null });
    }
  });
});

describe('a direct client', () => {
  test('a direct client cannot choose its address by X-Forwarded-For', () => {
    for (const find of [clientOf, proven]) {
      for (const claim of [VISITOR, HOSTING, `${VISITOR}, ${HOSTING}`, 'x'.repeat(10_000)]) {
        const source = callFrom(ELSEWHERE, { 'x-forwarded-for': claim });
        expect(find(source)).toEqual({ address: ELSEWHERE, relay: null });
      }
    }
  });

  test('a direct client gains nothing by any claim if proxies are configured', () => {
    const names = Array.from({ length: 1000 }, (_, turn) => {
      const claim = `198.18.${turn % 250}.${turn % 7}`;
      return proven(callFrom(ELSEWHERE, { 'fastly-client-ip': claim, 'x-forwarded-for': claim }));
    });
    expect(new Set(names.map(({ address }) => address))).toEqual(new Set([ELSEWHERE]));
    expect(names.every(({ relay }) => relay === null)).toBe(true);
  });

  test('a direct client cannot use the allowance of a visitor it claims to be', () => {
    const forged = call(ELSEWHERE, { 'fastly-client-ip': VISITOR });
    expect(forged.relay).toEqual({ address: ELSEWHERE, clients: 10 });
    const others = [HOSTING, '198.51.100.10'].map((hop) =>
      call(hop, { 'fastly-client-ip': VISITOR }),
    );
    expect(others.map(({ address }) => address)).not.toContain(forged.address);
    expect(call(VISITOR).address).not.toBe(forged.address);
  });

  test('a direct client has a short id despite long headers', () => {
    const claim = 'x'.repeat(8000);
    const { address } = call(ELSEWHERE, { 'fastly-client-ip': claim, 'x-forwarded-for': claim });
    expect(address).toBe(ELSEWHERE);
  });
});

describe('addresses', () => {
  test.each([
    ['2001:DB8:0:1::7', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::7', '2001:db8:0:2::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('groups the address %s as %s', (hop, address) => {
    expect(call(hop).address).toBe(address);
  });

  test('falls back to the address of the connection', () => {
    const socket = { remoteAddress: '::ffff:127.0.0.1' };
    for (const hop of ['', 'unknown', '203.0.113.7:443', '0x7f.1', 'x'.repeat(10_000)]) {
      expect(clientOf({ headers: { 'x-forwarded-for': hop }, socket }).address).toBe('127.0.0.1');
    }
    expect(clientOf({ headers: {}, socket }).address).toBe('127.0.0.1');
    expect(clientOf({ headers: {}, socket: {} }).address).toBe('unknown');
  });
});

describe('hops', () => {
  const socket = '198.51.100.1';
  test.each<{ name: string; forwarded?: string | string[]; fastly?: string; counts: string }>([
    { name: 'no proxy', counts: socket },
    { name: 'one proxy', forwarded: ELSEWHERE, counts: ELSEWHERE },
    {
      name: 'one proxy, and a forged hop',
      forwarded: `${VISITOR}, ${ELSEWHERE}`,
      counts: ELSEWHERE,
    },
    { name: 'one proxy, and two headers', forwarded: [VISITOR, ELSEWHERE], counts: ELSEWHERE },
    {
      name: 'one proxy, and a hop that claims to be trusted',
      forwarded: `${HOSTING}, ${ELSEWHERE}`,
      fastly: VISITOR,
      counts: ELSEWHERE,
    },
    {
      name: 'two proxies',
      forwarded: `${VISITOR}, ${HOSTING}`,
      fastly: VISITOR,
      counts: VISITOR,
    },
    {
      name: 'two proxies, and forged hops before',
      forwarded: `10.0.0.1, 10.0.0.2, ${VISITOR}, ${HOSTING}`,
      fastly: VISITOR,
      counts: VISITOR,
    },
    { name: 'two proxies without a CDN header', forwarded: HOSTING, counts: HOSTING },
    {
      name: 'two proxies, and garbage for the visitor',
      forwarded: `${VISITOR}, ${HOSTING}`,
      fastly: '203.0.113.7.8',
      counts: HOSTING,
    },
    { name: 'an empty last hop', forwarded: `${VISITOR}, `, counts: socket },
    { name: 'a last hop that is no address', forwarded: `${VISITOR}, nobody`, counts: socket },
    { name: 'no hop, but a CDN header', fastly: VISITOR, counts: socket },
  ])('identifies the client as $counts with $name', ({ forwarded, fastly, counts }) => {
    const headers = { 'x-forwarded-for': forwarded, 'fastly-client-ip': fastly };
    const { address, relay } = proven({ headers, socket: { remoteAddress: socket } });
    expect({ address, relay }).toEqual({ address: counts, relay: null });
  });

  test('counts forged visitors for their hop too', () => {
    const counted = Array.from({ length: 40 }, (_, turn) =>
      limitsOf(call(ELSEWHERE, { 'fastly-client-ip': `198.18.0.${turn}` }), 20),
    );
    const shared = counted.map((limits) => limits.at(-1));
    expect(new Set(shared.map((limit) => limit?.join(' ')))).toEqual(
      new Set([`relay ${ELSEWHERE} 200`]),
    );
    expect(limitsOf(call(ELSEWHERE), 20)).toEqual([[ELSEWHERE, 20]]);
  });
});
