import { describe, expect, test } from 'vitest';
import { createClientFinder } from './client.ts';

const GOOGLE = '66.249.83.7';
const GOOGLE_CLOUD = '104.198.56.253';
const ELSEWHERE = '198.51.100.9';

const clientOf = createClientFinder([]);

/** The client of a call to which the front end appended `hop`. */
function call(hop: string, headers: Record<string, string> = {}) {
  const sent = headers['x-forwarded-for'];
  return clientOf({
    headers: { ...headers, 'x-forwarded-for': sent === undefined ? hop : `${sent}, ${hop}` },
    socket: { remoteAddress: '169.254.1.1' },
  });
}

describe('behind Hosting', () => {
  test('it is the visitor whom the CDN names, counted for this hop alone', () => {
    const headers = { 'fastly-client-ip': '203.0.113.7', 'x-forwarded-for': '203.0.113.7' };
    for (const [hop, address] of [
      [GOOGLE, GOOGLE],
      ['2a00:1450:4001::8', '2a00:1450:4001:0::/64'],
    ] as const) {
      const relay = { address, clients: 100 };
      expect(call(hop, headers)).toEqual({ address: `203.0.113.7 by ${address}`, relay });
    }
  });

  test('it is the last hop where the CDN names nobody', () => {
    for (const claim of [
      '',
      'x',
      '203.0.113.7, 203.0.113.8',
      '203.0.113.007',
      'x'.repeat(10_000),
    ]) {
      expect(call(GOOGLE, { 'fastly-client-ip': claim }).address).toBe(GOOGLE);
    }
    expect(call(GOOGLE).address).toBe(GOOGLE);
  });

  test('it is the visitor also behind a network that the settings name', () => {
    const find = createClientFinder(['198.51.100.0/24', '2001:db8::/32']);
    for (const hop of [ELSEWHERE, '2001:db8::1']) {
      const headers = { 'fastly-client-ip': '203.0.113.7', 'x-forwarded-for': hop };
      expect(find({ headers, socket: {} })).toEqual({ address: '203.0.113.7', relay: null });
    }
  });
});

describe('a direct client', () => {
  test('is known by the hop that the front end appended, whatever the headers claim', () => {
    const forged = {
      'fastly-client-ip': '203.0.113.7',
      'x-forwarded-for': `203.0.113.7, ${GOOGLE}`,
    };
    expect(call(ELSEWHERE, forged)).toEqual({ address: ELSEWHERE, relay: null });
  });

  test('stays one client, with a short name, through 10 000 forged values of 8 000 characters', () => {
    const names = Array.from({ length: 10_000 }, (_, turn) => {
      const claim = `${turn}`.padEnd(8000, 'x');
      return call(ELSEWHERE, { 'fastly-client-ip': claim, 'x-forwarded-for': claim }).address;
    });
    expect(new Set(names)).toEqual(new Set([ELSEWHERE]));
  });

  test('cannot speak in the name of a visitor from a rented machine, and is held to a limit there', () => {
    const forged = call(GOOGLE_CLOUD, { 'fastly-client-ip': '203.0.113.7' });
    expect(forged.relay).toEqual({ address: GOOGLE_CLOUD, clients: 10 });
    expect(forged.address).not.toBe(call(GOOGLE, { 'fastly-client-ip': '203.0.113.7' }).address);
    const other = call('104.198.56.254', { 'fastly-client-ip': '203.0.113.7' });
    expect(other.address).not.toBe(forged.address);
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
  ])('%s counts as %s', (hop, address) => {
    expect(call(hop).address).toBe(address);
  });

  test('without a hop that is one, it is the address of the connection', () => {
    const socket = { remoteAddress: '::ffff:127.0.0.1' };
    for (const hop of ['', 'unknown', '203.0.113.7:443', '0x7f.1', 'x'.repeat(10_000)]) {
      expect(clientOf({ headers: { 'x-forwarded-for': hop }, socket }).address).toBe('127.0.0.1');
    }
    expect(clientOf({ headers: {}, socket }).address).toBe('127.0.0.1');
    expect(clientOf({ headers: {}, socket: {} }).address).toBe('unknown');
  });
});
