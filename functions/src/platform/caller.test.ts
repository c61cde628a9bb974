import { expect, test } from 'vitest';
import { callerAddress } from './caller.ts';

const socket = { remoteAddress: '127.0.0.1' };

test('behind Hosting it is the address the CDN saw', () => {
  const headers = {
    'fastly-client-ip': '203.0.113.7',
    'x-forwarded-for': '203.0.113.7, 151.101.1.1',
  };
  expect(callerAddress({ headers, socket })).toBe('203.0.113.7');
});

test('on a direct call it is the entry that the nearest proxy added, which a caller cannot forge', () => {
  const headers = { 'x-forwarded-for': '1.2.3.4, 198.51.100.9' };
  expect(callerAddress({ headers, socket })).toBe('198.51.100.9');
});

test('without a proxy it is the address of the connection', () => {
  expect(callerAddress({ headers: {}, socket })).toBe('127.0.0.1');
  expect(callerAddress({ headers: { 'x-forwarded-for': '' }, socket: {} })).toBe('unknown');
});
