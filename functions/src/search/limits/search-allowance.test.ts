import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { countCalls } from '../../platform/clients/count-call.ts';
import type { CountShared } from '../../platform/clients/firestore-rate-limit.ts';
import {
  createSearchAllowance,
  createSearchCalls,
  requireAllowed,
  searchCost,
} from './search-allowance.ts';
import { keepLog } from '../../testing/test-log.ts';

const NOW = 1_000_000_000;

/** Stands in for Firestore: one counter for several instances. */
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

describe('without a shared count', () => {
  const alone = () => createSearchAllowance({ perMinute: 3, countShared: null, now: () => NOW });

  test('counts visitors of one address together', async () => {
    const allow = alone();
    expect(await allowedOf(5, () => allow(visitor('a')))).toBe(3);
    expect(await allowedOf(5, () => allow(visitor('b')))).toBe(3);
  });

  test('counts a person across addresses', async () => {
    const allow = alone();
    let address = 0;
    expect(await allowedOf(8, () => allow({ address: `${(address += 1)}`, uid: 'ada' }))).toBe(3);
  });

  test('allows ten people behind one address their full allowance', async () => {
    const allow = alone();
    await allowedOf(5, () => allow(visitor('office')));
    let person = 0;
    const allowed = await allowedOf(60, () =>
      allow({ address: 'office', uid: `person-${(person += 1) % 20}` }),
    );
    expect(allowed).toBe(30);
  });
});

test('two allowances with other names for visitors count apart, also in a shared counter', async () => {
  const countShared = sharedCount();
  const site = createSearchAllowance({ perMinute: 3, countShared, now: () => NOW });
  const assistants = createSearchAllowance({
    perMinute: 6,
    visitors: 'assistants',
    countShared,
    now: () => NOW,
  });
  const behind = { ...visitor('a'), relay: { address: 'r', clients: 1 } };
  expect(await allowedOf(9, () => assistants(behind))).toBe(6);
  expect(await allowedOf(9, () => site(behind))).toBe(3);
});

describe('the cost of a search', () => {
  test('charges heavy searches their units and leaves the remainder to light ones', async () => {
    const allow = createSearchAllowance({ perMinute: 30, countShared: null, now: () => NOW });
    expect(await allowedOf(10, () => allow(visitor('a'), 6))).toBe(5);
    expect(await allowedOf(10, () => allow(visitor('b'), 4))).toBe(7);
    expect(await allowedOf(10, () => allow(visitor('b')))).toBe(2);
  });

  test('allows a search above the limit once a minute', async () => {
    let clock = NOW;
    const allow = createSearchAllowance({ perMinute: 4, countShared: null, now: () => clock });
    expect(await allowedOf(3, () => allow(visitor('a'), 6))).toBe(1);
    clock += 60_000;
    expect(await allowedOf(3, () => allow(visitor('a'), 6))).toBe(1);
  });

  test('counts units across instances and releases those of refused searches', async () => {
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
  test('allows no more on several instances than on one', async () => {
    const countShared = sharedCount();
    const instances = Array.from({ length: 4 }, () =>
      createSearchAllowance({ perMinute: 6, countShared, now: () => NOW }),
    );
    let turn = 0;
    expect(await allowedOf(40, () => instances[(turn += 1) % 4]!(visitor('a')))).toBe(6);
  });

  test('counts a burst of one client in two batches per instance', async () => {
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

  test('releases an instance’s count of a call that the shared count refuses', async () => {
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

describe('while the shared count is unavailable', () => {
  test('each instance counts alone and retries after ten seconds', async () => {
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

  test('delays the first searches by at most a second and later ones not at all', async () => {
    const countShared = () => new Promise<never>(() => undefined);
    const allow = createSearchAllowance({ perMinute: 30, countShared });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const together = Promise.all(Array.from({ length: 20 }, () => allow(visitor('a'))));
    await vi.advanceTimersByTimeAsync(1000);
    expect((await together).every(({ allowed }) => allowed)).toBe(true);
    // No timer fires any more.
    expect((await allow(visitor('a'))).allowed).toBe(true);
  });
});

const request = { headers: {}, socket: { remoteAddress: '192.0.2.1' } };
const client = { address: '192.0.2.1', relay: null };

test('charges a search’s words to its client once the shared count is ready', async () => {
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

test('refuses a search beyond the limit and passes on the wait', () => {
  expect(() => requireAllowed({ allowed: true, left: 1 })).not.toThrow();
  expect(() => requireAllowed({ allowed: false, retryAfterMs: 7000 })).toThrow(
    expect.objectContaining({ code: 'rate-limited', retryAfterMs: 7000 }),
  );
});

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

test.each([
  ['a name', ['Sam Altman'], 1],
  ['the query of an entity’s page', ['Bessemer Venture Partners', 'Bessemer Venture'], 1],
  ['ten words', [words(4), words(6)], 1],
  ['eleven words', [words(5), words(6)], 2],
  ['the maximum of words', [words(20), words(20), words(20)], 6],
  ['a query without words', ['…'], 1],
])('charges the words of a search: %s', (_name, keywords, units) => {
  expect(searchCost(keywords)).toBe(units);
});
