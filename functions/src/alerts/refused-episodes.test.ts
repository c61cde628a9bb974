import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { keepLog } from '../platform/test-log.ts';
import { refusalWorld } from './fixtures/refusal-world.ts';

beforeEach(() => void keepLog());

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a channel', () => {
  test.each([400, 403, 413, 422])(
    'that refuses one episode (%i) is told its neighbours',
    async (status) => {
      const world = refusalWorld();
      world.refuse({ culprits: [7], status });
      world.publish(numbers(1, 20));
      await world.passes(HOUR_MS);
      expect(world.told('hook')).toEqual(numbers(1, 20).filter((number) => number !== 7));
      expect(world.twice('hook')).toEqual([]);
      const failed = world.records().filter(({ state }) => state === 'failed');
      expect(failed).toMatchObject([
        {
          code: 'refused-alone',
          answer: { status },
          alerts: [{ count: 1, episodes: [{ link: world.linkOf(7) }] }],
        },
      ]);
      expect(world.channel()).toMatchObject({ state: 'on', turns: [] });
      expect(world.channel().failingSinceMs).toBeUndefined();
      const asked = world.requests('hook');
      await world.passes(12 * HOUR_MS);
      expect(world.requests('hook')).toBe(asked);
      expect(asked).toBeLessThan(16);
    },
  );

  test('that refuses several, and whatever comes first or last, is told the others', async () => {
    const world = refusalWorld();
    const culprits = [1, 2, 11, 20];
    world.refuse({ culprits, status: 403 });
    world.publish(numbers(1, 20));
    await world.passes(HOUR_MS);
    world.publish(numbers(21, 22));
    await world.passes(HOUR_MS);
    expect(world.told('hook')).toEqual(numbers(1, 22).filter((n) => !culprits.includes(n)));
    expect(world.givenUp()).toEqual(culprits);
  });

  test('that refuses everything is asked a bounded number of times, loses nothing, and is told once it takes', async () => {
    const world = refusalWorld();
    world.refuse({ culprits: 'all', status: 403 });
    world.publish(numbers(1, 20));
    await world.passes(HOUR_MS);
    expect(world.requests('hook')).toBeLessThan(50);
    expect(world.channel().failingSinceMs).toBeDefined();
    for (let number = 21; number < 30; number += 1) {
      world.publish([number]);
      await world.passes(HOUR_MS);
    }
    // As many as without halving: four tries of each at first.
    expect(world.requests('hook')).toBeLessThan(110);
    expect(world.givenUp()).toEqual([]);
    world.refuse(null);
    world.publish([30]);
    await world.passes(HOUR_MS);
    expect(world.told('hook').sort((a, b) => a - b)).toEqual(numbers(1, 30));
    expect(world.twice('hook')).toEqual([]);
  });

  test('that refuses everything for five days is switched off, and told all when it is on again', async () => {
    const world = refusalWorld();
    world.refuse({ culprits: 'all', status: 403 });
    world.publish(numbers(1, 9));
    await world.passes(6 * 24 * HOUR_MS);
    expect(world.channel().state).toBe('failing');
    expect(world.givenUp()).toEqual([]);
    world.refuse(null);
    world.switchOn();
    await world.passes(HOUR_MS);
    expect(world.told('hook')).toEqual(numbers(1, 9));
  });

  test('whose server dies of one episode (500) is told the others, and that one is given up', async () => {
    const world = refusalWorld();
    world.refuse({ culprits: [3], status: 500 });
    for (let number = 1; number <= 60; number += 1) {
      world.publish([number]);
      if (number % 4 === 0) await world.passes(4 * HOUR_MS);
    }
    await world.passes(24 * HOUR_MS);
    expect(world.told('hook').sort((a, b) => a - b)).toEqual(numbers(1, 60).filter((n) => n !== 3));
    expect(world.givenUp()).toEqual([3]);
  });

  test('a webhook’s halves have ids of their own', async () => {
    const world = refusalWorld();
    world.refuse({ culprits: [1], status: 400 });
    world.publish(numbers(1, 2));
    await world.passes(HOUR_MS);
    const ids = world.asked.map(({ id, links }) => `${id} ${links.length}`);
    expect(new Set(ids).size).toBe(3);
    expect(new Set(world.asked.map(({ id }) => id)).size).toBe(3);
  });
});

describe('a pause that a receiver asks for', () => {
  test.each([
    ['an hour', HOUR_MS],
    ['a day', 24 * HOUR_MS],
  ])('of %s is kept by the whole channel, and then all is told in order', async (_name, waitMs) => {
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
    const told = world.told('hook');
    expect(told).toEqual(numbers(1, told.length));
    expect(told.length).toBe(20 + waitMs / HOUR_MS - 1);
  });

  test('and that is asked for by a message ten times makes nothing given up, and nothing late', async () => {
    const world = refusalWorld({ fitting: 1 });
    world.publish([1]);
    for (let time = 0; time < 12; time += 1) {
      world.pause(30 * MINUTE_MS);
      await world.passes(30 * MINUTE_MS);
    }
    world.publish([2, 3]);
    await world.passes(HOUR_MS);
    expect(world.givenUp()).toEqual([]);
    expect(world.told('hook')).toEqual([1, 2, 3]);
  });

  test('and that is asked for again is kept again', async () => {
    const world = refusalWorld();
    for (const number of numbers(1, 6)) {
      world.pause(2 * HOUR_MS);
      world.publish([number]);
      await world.passes(2 * HOUR_MS + 20 * MINUTE_MS);
    }
    expect(world.requests('hook')).toBe(12);
  });
});

test('one message is under way at a time, in order, however many tasks there are', async () => {
  const world = refusalWorld({ fitting: 1 });
  world.publish(numbers(1, 5));
  await world.passes(0, { atOnce: true });
  expect(world.mostAtOnce()).toBe(1);
  expect(world.told('hook')).toEqual(numbers(1, 5));
});

describe('a mail service', () => {
  test.each([1, 4, 9])(
    'that refuses the episode %i: the others are mailed within the hour',
    async (culprit) => {
      const world = refusalWorld({ mail: 'daily' });
      world.refuseMail({ culprits: [culprit] });
      world.publish(numbers(1, 9));
      await world.passes(24 * HOUR_MS);
      expect(world.told('mail').sort((a, b) => a - b)).toEqual(
        numbers(1, 9).filter((n) => n !== culprit),
      );
      expect(world.twice('mail')).toEqual([]);
      const failed = world.records().filter(({ channel, state }) => !channel && state === 'failed');
      expect(failed).toMatchObject([
        { code: 'refused-alone', alerts: [{ episodes: [{ link: world.linkOf(culprit) }] }] },
      ]);
      const asked = world.requests('mail');
      world.publish([10]);
      await world.passes(24 * HOUR_MS);
      expect(world.told('mail')).toContain(10);
      expect(world.requests('mail')).toBe(asked + 1);
    },
  );

  test.each([[[1]], [numbers(1, 9)]])(
    'that refuses everything for three hours sends hourly mail within an hour of its recovery (%j)',
    async (episodes) => {
      const world = refusalWorld({ mail: 'hourly' });
      world.refuseMail({ culprits: 'all' });
      world.publish(episodes);
      world.publish([20], 'On compilers.');
      await world.passes(3 * HOUR_MS);
      world.refuseMail(null);
      const recoveredAtMs = world.nowMs();
      await world.passes(24 * HOUR_MS);
      expect(world.told('mail').sort((a, b) => a - b)).toEqual([...episodes, 20]);
      const times = [...world.mailedAtMs().values()];
      expect(Math.max(...times) - recoveredAtMs).toBeLessThanOrEqual(HOUR_MS);
      expect(world.givenUp('mail')).toEqual([]);
    },
  );

  test('that refuses one person’s only episode and takes others settles it within an hour', async () => {
    const world = refusalWorld({ mail: 'hourly' });
    world.refuseMail({ culprits: [1] });
    world.publish([1]);
    await world.passes(5 * MINUTE_MS);
    world.publish([20], 'On compilers.');
    await world.passes(HOUR_MS);
    expect(world.told('mail')).toEqual([20]);
    expect(world.records().find(({ state }) => state === 'failed')).toMatchObject({
      code: 'sendgrid-400',
    });
    world.publish([2]);
    await world.passes(2 * HOUR_MS);
    expect(world.told('mail')).toEqual([20, 2]);
  });

  test('that refuses everything of a person is asked seldom, and nothing is lost', async () => {
    const world = refusalWorld({ mail: 'daily' });
    world.refuseMail({ culprits: 'all' });
    world.publish(numbers(1, 9));
    await world.passes(5 * 24 * HOUR_MS);
    // Each day it is asked hourly, and once for halves.
    expect(world.requests('mail')).toBeLessThan(5 * 48);
    expect(world.givenUp('mail')).toEqual([]);
    world.refuseMail(null);
    await world.passes(2 * 24 * HOUR_MS);
    expect(world.told('mail').sort((a, b) => a - b)).toEqual(numbers(1, 9));
    expect(world.twice('mail')).toEqual([]);
  });
});
