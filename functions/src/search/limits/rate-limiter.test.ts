import { expect, test } from 'vitest';
import { createClientFinder } from '../../platform/clients/client.ts';
import { createRateLimiter, takeCall } from './rate-limiter.ts';

function limiterOf(limit = 3, bounds: { maxClients?: number; maxCalls?: number } = {}) {
  const limiter = createRateLimiter({ windowMs: 60_000, ...bounds });
  return {
    take: (client: string, now: number, units = 1) => limiter.take(client, units, now, limit),
    release: (client: string, at: number, units = 1) => limiter.release(client, units, at),
  };
}

test('allows calls up to the limit, then returns the wait', () => {
  const limiter = limiterOf();
  for (const at of [0, 10_000, 20_000]) expect(limiter.take('a', at).allowed).toBe(true);
  expect(limiter.take('a', 30_000)).toEqual({ allowed: false, retryAfterMs: 30_000 });
});

test('counts in a sliding window, not per clock minute', () => {
  const limiter = limiterOf();
  for (const at of [59_000, 59_500, 60_500]) limiter.take('a', at);
  expect(limiter.take('a', 61_000).allowed).toBe(false);
  expect(limiter.take('a', 119_000).allowed).toBe(true);
});

test('a refused call does not lengthen the wait', () => {
  const limiter = limiterOf();
  for (const at of [0, 0, 0]) limiter.take('a', at);
  for (let at = 1; at < 60_000; at += 1000) expect(limiter.take('a', at).allowed).toBe(false);
  expect(limiter.take('a', 60_000).allowed).toBe(true);
});

test('counts each client separately', () => {
  const limiter = limiterOf();
  for (const at of [0, 0, 0]) limiter.take('a', at);
  expect(limiter.take('b', 0).allowed).toBe(true);
});

test('drops the least recently active client beyond the maximum of clients', () => {
  const limiter = limiterOf(1, { maxClients: 2 });
  limiter.take('a', 0);
  limiter.take('b', 1);
  expect(limiter.take('a', 2).allowed).toBe(false);
  limiter.take('c', 3); // drops b, the least recently active client
  expect(limiter.take('a', 4).allowed).toBe(false);
  expect(limiter.take('b', 5).allowed).toBe(true);
});

test('drops the least recently active client beyond the maximum of calls', () => {
  const limiter = limiterOf(2, { maxCalls: 4 });
  for (const client of ['a', 'b']) for (const at of [0, 1]) limiter.take(client, at);
  expect(limiter.take('a', 2).allowed).toBe(false);
  limiter.take('c', 3); // the fifth call drops b, the least recently active client
  expect(limiter.take('a', 4).allowed).toBe(false);
  expect(limiter.take('c', 5).allowed).toBe(true);
  expect(limiter.take('b', 6).allowed).toBe(true); // a was dropped
  expect(limiter.take('a', 7).allowed).toBe(true);
});

test('frees the memory of a released call', () => {
  const limiter = limiterOf(1, { maxCalls: 2 });
  limiter.take('a', 0);
  limiter.take('b', 1);
  limiter.release('b', 1);
  limiter.take('c', 2);
  expect(limiter.take('a', 3).allowed).toBe(false);
});

test('releases only the given call', () => {
  const limiter = limiterOf(2);
  limiter.take('a', 0);
  limiter.take('a', 1);
  limiter.release('a', 1);
  limiter.release('a', 7);
  limiter.release('nobody', 0);
  expect(limiter.take('a', 2).allowed).toBe(true);
  expect(limiter.take('a', 3)).toEqual({ allowed: false, retryAfterMs: 59_997 });
});

test('releases all units of a call and no others', () => {
  const limiter = limiterOf(6);
  limiter.take('a', 0, 2);
  limiter.take('a', 5, 3);
  expect(limiter.take('a', 6, 2)).toEqual({ allowed: false, retryAfterMs: 59_994 });
  limiter.release('a', 5, 3);
  expect(limiter.take('a', 7, 4).allowed).toBe(true);
  expect(limiter.take('a', 8).allowed).toBe(false);
});

test('allows a client that claims many addresses ten times the limit', () => {
  const limiter = createRateLimiter({ windowMs: 60_000 });
  const clientOf = createClientFinder([]);
  let taken = 0;
  const ask = (claim: number) => {
    const headers = { 'x-forwarded-for': '198.51.100.9', 'fastly-client-ip': `198.18.0.${claim}` };
    takeCall(limiter, clientOf({ headers, socket: {} }), 0, 3);
    taken += 1;
  };
  expect(() => {
    for (let claim = 0; claim < 250; claim += 1) ask(claim);
  }).toThrow('too many calls');
  expect(taken).toBe(30);
});
