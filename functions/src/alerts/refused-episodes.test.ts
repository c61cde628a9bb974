import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { keepLog } from '../testing/test-log.ts';
import { refusalWorld } from './fixtures/refusal-world.ts';

beforeEach(() => void keepLog());

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const sorted = (some: readonly number[]) => some.toSorted((a, b) => a - b);

describe('a channel', () => {
  test.each([400, 403, 413, 422])(
    'a channel gets the plain form after refusing an episode with %i',
    async (status) => {
      const world = refusalWorld();
      world.refuse({ culprits: [7], status });
      world.publish(numbers(1, 20));
      await world.passes(HOUR_MS);
      expect(world.received('hook')).toEqual(numbers(1, 20));
      expect(world.asked.map(({ isPlain }) => isPlain)).toEqual([false, true]);
      expect(new Set(world.asked.map(({ id }) => id)).size).toBe(2);
      expect(world.records()).toMatchObject([{ state: 'sent', alerts: [{ count: 20 }] }]);
      expect(world.channel()).toMatchObject({ state: 'on' });
      expect(world.channel().failingSinceMs).toBeUndefined();
      expect(world.channel().underWay).toBeUndefined();
      world.publish([21]);
      await world.passes(HOUR_MS);
      expect(world.asked.map(({ isPlain }) => isPlain)).toEqual([false, true, false]);
    },
  );

  test('a channel that refuses both forms loses nothing and is retried hourly', async () => {
    const world = refusalWorld();
    world.refuse({ culprits: 'all', status: 403 });
    world.publish(numbers(1, 20));
    await world.passes(15 * MINUTE_MS);
    expect(world.requests('hook')).toBe(2);
    expect(world.records()).toMatchObject([{ state: 'failed', code: 'status-403' }]);
    expect(world.channel().failingSinceMs).toBeDefined();
    for (let number = 21; number < 30; number += 1) {
      world.publish([number]);
      await world.passes(HOUR_MS);
    }
    expect(world.requests('hook')).toBeLessThan(2 * 20);
    world.refuse(null);
    world.publish([30]);
    await world.passes(1.5 * HOUR_MS);
    expect(sorted(world.received('hook'))).toEqual(numbers(1, 30));
    expect(world.duplicates('hook')).toEqual([]);
  });

  test('a channel that refuses everything is off after five days, and gets all when on again', async () => {
    const world = refusalWorld();
    world.refuse({ culprits: 'all', status: 403 });
    world.publish(numbers(1, 9));
    await world.passes(6 * 24 * HOUR_MS);
    expect(world.channel().state).toBe('failing');
    world.refuse(null);
    await world.switchOn();
    await world.passes(HOUR_MS);
    expect(world.received('hook')).toEqual(numbers(1, 9));
  });

  test('a failing channel gets no further message', async () => {
    const world = refusalWorld();
    world.refuse({ culprits: 'all', status: 500 });
    for (let number = 1; number <= 24; number += 1) {
      world.publish([number]);
      await world.passes(HOUR_MS);
    }
    expect(new Set(world.asked.map(({ id }) => id)).size).toBe(1);
    expect(world.requests('hook')).toBeLessThan(40);
    world.refuse(null);
    await world.passes(2 * HOUR_MS);
    expect(sorted(world.received('hook'))).toEqual(numbers(1, 24));
    expect(world.duplicates('hook')).toEqual([]);
  });

  test('a channel gets its message immediately when its owner switches it on', async () => {
    const world = refusalWorld();
    world.refuse({ culprits: 'all', status: 500 });
    world.publish([1]);
    await world.passes(6 * 24 * HOUR_MS);
    world.refuse(null);
    await world.switchOn();
    await world.passes(15 * MINUTE_MS);
    expect(world.received('hook')).toEqual([1]);
  });
});

describe('a requested pause', () => {
  test.each([
    ['an hour', HOUR_MS],
    ['a day', 24 * HOUR_MS],
  ])(
    'a pause of %s stops the whole channel, which gets everything later',
    async (_name, waitMs) => {
      const world = refusalWorld({ kind: 'discord', fitting: 2 });
      world.pause(waitMs);
      world.publish(numbers(1, 20));
      await world.passes(15 * MINUTE_MS);
      expect(world.requests('hook')).toBe(1);
      for (let hour = 0; hour < waitMs / HOUR_MS - 1; hour += 1) {
        world.publish([21 + hour]);
        await world.passes(HOUR_MS);
      }
      await world.passes(30 * MINUTE_MS);
      expect(world.requests('hook')).toBe(1);
      await world.passes(2 * HOUR_MS);
      expect(sorted(world.received('hook'))).toEqual(numbers(1, 20 + waitMs / HOUR_MS - 1));
      expect(world.duplicates('hook')).toEqual([]);
    },
  );

  test('twelve requested pauses make no message fail', async () => {
    const world = refusalWorld({ fitting: 1 });
    world.publish([1]);
    for (let time = 0; time < 12; time += 1) {
      world.pause(30 * MINUTE_MS);
      await world.passes(30 * MINUTE_MS);
    }
    world.publish([2, 3]);
    await world.passes(1.5 * HOUR_MS);
    expect(world.records().every(({ state }) => state === 'sent')).toBe(true);
    expect(sorted(world.received('hook'))).toEqual([1, 2, 3]);
  });
});

test('a channel is sent one message at a time, however many tasks there are', async () => {
  const world = refusalWorld({ fitting: 1 });
  world.publish(numbers(1, 5));
  await world.passes(0, { atOnce: true });
  expect(world.mostAtOnce()).toBe(1);
  expect(sorted(world.received('hook'))).toEqual(numbers(1, 5));
  expect(world.duplicates('hook')).toEqual([]);
});

describe('a mail service', () => {
  test.each([1, 4, 9])(
    'a mail service gets the plain form after refusing episode %i',
    async (one) => {
      const world = refusalWorld({ mail: 'daily' });
      world.refuseMail({ culprits: [one] });
      world.publish(numbers(1, 9));
      await world.passes(24 * HOUR_MS);
      expect(sorted(world.received('mail'))).toEqual(numbers(1, 9));
      expect(world.mails.map(({ isPlain }) => isPlain)).toEqual([true]);
      expect(world.requests('mail')).toBe(2);
      world.publish([10]);
      await world.passes(24 * HOUR_MS);
      expect(world.received('mail')).toContain(10);
      expect(world.requests('mail')).toBe(3);
    },
  );

  test.each(['daily', 'hourly'] as const)(
    'a mail service that refuses both forms is retried each hour for six hours, then daily (%s)',
    async (mail) => {
      const world = refusalWorld({ mail });
      world.refuseMail({ culprits: 'all' });
      world.publish(numbers(1, 9));
      await world.passes(5 * 24 * HOUR_MS);
      expect(world.requests('mail')).toBeLessThanOrEqual(2 * (1 + 6 + 5));
      expect(world.records()[0]).toMatchObject({ state: 'failed', code: 'sendgrid-400' });
      world.refuseMail(null);
      await world.passes(2 * 24 * HOUR_MS);
      expect(sorted(world.received('mail'))).toEqual(numbers(1, 9));
      expect(world.duplicates('mail')).toEqual([]);
    },
  );
});
