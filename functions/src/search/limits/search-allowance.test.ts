import { beforeEach, describe, expect, test } from 'vitest';
import { countCalls } from '../../platform/clients/count-call.ts';
import type { CountShared } from '../../platform/clients/firestore-rate-limit.ts';
import {
  createSearchAllowance,
  createSearchCalls,
  requireAllowed,
  searchCost,
} from './search-allowance.ts';
import { keepLog } from '../../platform/test-log.ts';

const NOW = 1_000_000_000;

/** An in-memory counter for several instances, as Firestore's. */
function sharedCount(): CountShared {
  const counted = new Map<string, number[]>();
  return (client, wanted, now, window) => {
    const { decisions, taken } = countCalls(counted.get(client) ?? [], wanted, now, window);
    counted.set(client, taken);
    return Promise.resolve(decisions);
  };
}

const visitor = (address: string) => ({ address, uid: null });

async function allowedOf(times: number, ask: () => Promise<{ allowed: boolean }>): Promise<number> {
  let allowed = 0;
  for (let call = 0; call < times; call += 1) if ((await ask()).allowed) allowed += 1;
  return allowed;
}

beforeEach(() => void keepLog());

describe('who is counted together', () => {
  const alone = () => createSearchAllowance({ perMinute: 3, countShared: null, now: () => NOW });

  test('visitors of one address are, those of another are not', async () => {
    const allow = alone();
    expect(await allowedOf(5, () => allow(visitor('a')))).toBe(3);
    expect(await allowedOf(5, () => allow(visitor('b')))).toBe(3);
  });

  test('a person is, from whatever address', async () => {
    const allow = alone();
    let address = 0;
    expect(await allowedOf(8, () => allow({ address: `${(address += 1)}`, uid: 'ada' }))).toBe(3);
  });

  test('people behind one address are not, up to ten of them', async () => {
    const allow = alone();
    await allowedOf(5, () => allow(visitor('office')));
    let person = 0;
    const allowed = await allowedOf(60, () =>
      allow({ address: 'office', uid: `person-${(person += 1) % 20}` }),
    );
    expect(allowed).toBe(30);
  });
});

describe('what a search takes', () => {
  test('a heavy one takes as many units as it is told, and light ones what is left', async () => {
    const allow = createSearchAllowance({ perMinute: 30, countShared: null, now: () => NOW });
    expect(await allowedOf(10, () => allow(visitor('a'), 6))).toBe(5);
    expect(await allowedOf(10, () => allow(visitor('b'), 4))).toBe(7);
    expect(await allowedOf(10, () => allow(visitor('b')))).toBe(2);
  });

  test('one that takes more than the minute is allowed once a minute', async () => {
    let clock = NOW;
    const allow = createSearchAllowance({ perMinute: 4, countShared: null, now: () => clock });
    expect(await allowedOf(3, () => allow(visitor('a'), 6))).toBe(1);
    clock += 60_000;
    expect(await allowedOf(3, () => allow(visitor('a'), 6))).toBe(1);
  });

  test('counts on several instances together, and a refused one is not held against them', async () => {
    const countShared = sharedCount();
    const instances = Array.from({ length: 4 }, () =>
      createSearchAllowance({ perMinute: 30, countShared, now: () => NOW }),
    );
    const decisions = await Promise.all(
      Array.from({ length: 40 }, (_, call) => instances[call % 4]!(visitor('a'), 7)),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(4);
    let turn = 0;
    expect(await allowedOf(20, () => instances[(turn += 1) % 4]!(visitor('a')))).toBe(2);
  });
});

describe('several instances', () => {
  test('let through no more than one would', async () => {
    const countShared = sharedCount();
    const instances = Array.from({ length: 4 }, () =>
      createSearchAllowance({ perMinute: 6, countShared, now: () => NOW }),
    );
    let turn = 0;
    expect(await allowedOf(40, () => instances[(turn += 1) % 4]!(visitor('a')))).toBe(6);
  });

  test('count a burst of one client in two goes each, and let through no more', async () => {
    let goes = 0;
    const shared = sharedCount();
    const countShared: CountShared = (...count) => {
      goes += 1;
      return shared(...count);
    };
    const instances = Array.from({ length: 4 }, () =>
      createSearchAllowance({ perMinute: 30, countShared, now: () => NOW }),
    );
    const decisions = await Promise.all(
      Array.from({ length: 200 }, (_, call) => instances[call % 4]!(visitor('a'))),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(30);
    const waits = decisions.map((decision) => (decision.allowed ? 60_000 : decision.retryAfterMs));
    expect(new Set(waits)).toEqual(new Set([60_000]));
    expect(goes).toBeLessThanOrEqual(8);
  });

  test('a call refused by all together is not held against the client by one', async () => {
    const countShared = sharedCount();
    let clock = NOW;
    const [first, second] = [1, 2].map(() =>
      createSearchAllowance({ perMinute: 2, countShared, now: () => clock }),
    );
    await allowedOf(2, () => first!(visitor('a')));
    clock += 30_000;
    expect(await allowedOf(5, () => second!(visitor('a')))).toBe(0);
    clock += 30_000;
    expect(await allowedOf(5, () => second!(visitor('a')))).toBe(2);
  });
});

describe('while the shared count cannot be had', () => {
  test('each instance counts for itself, and asks again after ten seconds', async () => {
    let clock = NOW;
    let asked = 0;
    const countShared = () => {
      asked += 1;
      return Promise.reject(new Error('unavailable'));
    };
    const allow = createSearchAllowance({ perMinute: 3, countShared, now: () => clock });
    expect(await allowedOf(9, () => allow(visitor('a')))).toBe(3);
    expect(asked).toBe(1);
    clock += 10_000;
    expect(await allowedOf(9, () => allow(visitor('b')))).toBe(3);
    expect(asked).toBe(2);
  });

  test('a search waits a second for it at most, and the next ones not at all', async () => {
    const countShared = () => new Promise<never>(() => undefined);
    const allow = createSearchAllowance({ perMinute: 30, countShared });
    const startedAt = performance.now();
    const together = await Promise.all(Array.from({ length: 20 }, () => allow(visitor('a'))));
    expect(together.every(({ allowed }) => allowed)).toBe(true);
    await allow(visitor('a'));
    expect(performance.now() - startedAt).toBeLessThan(1900);
  });
});

const request = { headers: {}, socket: { remoteAddress: '192.0.2.1' } };
const client = { address: '192.0.2.1', relay: null };

test('a search counts as its client’s, by its words, once calls can be counted', async () => {
  const steps: unknown[] = [];
  const callOf = createSearchCalls({
    clientOf: ({ socket }) => ({ ...client, address: socket.remoteAddress ?? '' }),
    ready: Promise.resolve().then(() => void steps.push('ready')),
    allow: (who, units) => {
      steps.push({ ...who, units });
      return Promise.resolve({ allowed: true, left: 1 });
    },
  });
  const call = callOf(request);
  expect(call.client).toBe('192.0.2.1');
  await call.allow([]);
  await callOf(request, 'ada').allow(['eleven words '.repeat(6)]);
  expect(steps).toEqual([
    'ready',
    { ...client, uid: null, units: 1 },
    { ...client, uid: 'ada', units: 2 },
  ]);
});

test('refuses too many searches and says when to come back', () => {
  expect(() => requireAllowed({ allowed: true, left: 1 })).not.toThrow();
  expect(() => requireAllowed({ allowed: false, retryAfterMs: 7000 })).toThrow(
    expect.objectContaining({ code: 'rate-limited', retryAfterMs: 7000 }),
  );
});

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

test.each([
  ['a name', ['Sam Altman'], 1],
  ['what an entity’s page searches for', ['Bessemer Venture Partners', 'Bessemer Venture'], 1],
  ['ten words', [words(4), words(6)], 1],
  ['eleven words', [words(5), words(6)], 2],
  ['as many words as a search takes', [words(20), words(20), words(20)], 6],
  ['nothing that could be found', ['…'], 1],
])('charges the words of a search: %s', (_name, keywords, units) => {
  expect(searchCost(keywords)).toBe(units);
});
