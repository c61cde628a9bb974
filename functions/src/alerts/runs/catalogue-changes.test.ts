import { beforeEach, describe, expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/new-episode.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { keepLog } from '../../platform/test-log.ts';
import { outboxWorld } from '../fixtures/outbox-world.ts';
import { inOrder } from '../fixtures/stepped-processes.ts';

const START = Date.UTC(2026, 9, 1);
const WORD = 'fusion';
const daily = { cadence: 'daily', hour: 8, weekday: 1, timeZone: 'UTC' } as const;
const weekly = { ...daily, cadence: 'weekly' } as const;

beforeEach(() => void keepLog());

/** A world in which the shows of the day are refreshed before each tick. */
function dailyWorld(preferences: typeof daily | typeof weekly) {
  const world = outboxWorld(START);
  world.prefer('ada', preferences);
  world.outbox.alerts.push({
    ...{ uid: 'ada', alertId: 'alert', keyword: WORD },
    sinceMs: START - 30 * DAY_MS,
  });
  const now = () => world.world.nowMs;

  function episode(show: string, number: number, pubDateMs: number): NewEpisode {
    const link = `https://${show}.example/${number}`;
    return {
      key: link,
      item: `https://${show}.example/feed ${number}`,
      title: `${show} ${number}`,
      podcast: show,
      publisher: '',
      description: WORD,
      link,
      image: '',
      pubDateMs,
      ingestedAtMs: now(),
    };
  }

  return {
    ...world,
    now,
    /** Hears a show for the first time, with an episode of each of the last 35 days. */
    hear(show: string): void {
      const days = Array.from({ length: 35 }, (_, day) => day);
      world.episodes.push(...days.map((day) => episode(show, -day, now() - (day + 0.5) * DAY_MS)));
    },
    publishIn(show: string, number: number): void {
      world.episodes.push(episode(show, number, now() - 20 * MINUTE_MS));
    },
    /** Ticks and deliveries, every four hours. */
    async run(forMs: number): Promise<void> {
      for (const endMs = now() + forMs; now() < endMs; world.world.nowMs += 4 * HOUR_MS) {
        world.startTick();
        await world.settle(inOrder, () => false);
        for (const shard of world.shardTasks.splice(0)) world.startShard(shard);
        await world.settle(inOrder, () => false);
        world.startSweep();
        await world.settle(inOrder, () => false);
        for (const id of world.tasks.splice(0)) world.startDelivery(id);
        await world.settle(inOrder, () => false);
      }
    },
    /** How often each episode arrived. */
    told(): Record<string, number> {
      const told: Record<string, number> = {};
      for (const { uid, links } of world.mails) {
        if (uid !== 'ada') continue;
        for (const pair of links) {
          const name = pair.replace(/^alert https:\/\/(\w+)\.example\/(-?\d+)$/, '$1 $2');
          told[name] = (told[name] ?? 0) + 1;
        }
      }
      return told;
    },
  };
}

function once(show: string, from: number, to: number): Record<string, number> {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return Object.fromEntries(numbers.map((number) => [`${show} ${number}`, 1]));
}

describe('a catalogue that is begun anew', () => {
  test.each([
    ['daily', daily],
    ['weekly', weekly],
  ])('loses nothing that was not told for twelve days, %s', async (_, preferences) => {
    const world = dailyWorld(preferences);
    world.hear('old');
    await world.run(DAY_MS * (preferences === weekly ? 8 : 1));
    world.unverified.add('ada');
    for (let number = 1; number <= 12; number += 1) {
      world.publishIn('old', number);
      await world.run(DAY_MS);
    }
    world.beginAnew();
    await world.run(DAY_MS / 2);
    world.unverified.delete('ada');
    await world.run(9 * DAY_MS);
    expect(world.told()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 12) });
  });

  test('tells no archive, of shows heard shortly before or after it', async () => {
    const world = dailyWorld(daily);
    world.hear('old');
    await world.run(10 * DAY_MS);
    world.hear('young');
    await world.run(3 * DAY_MS);
    world.beginAnew();
    world.hear('later');
    await world.run(2 * DAY_MS);
    world.hear('last');
    await world.run(20 * DAY_MS);
    expect(world.told()).toEqual({
      ...once('old', -6, 0),
      ...once('young', -6, 0),
      ...once('later', -6, 0),
      ...once('last', -6, 0),
    });
  });

  test('forgets no episode that was told, as long as it can match', async () => {
    const world = dailyWorld(daily);
    world.hear('old');
    for (let number = 1; number <= 30; number += 1) {
      world.publishIn('old', number);
      if (number % 4 === 0) world.beginAnew();
      await world.run(DAY_MS);
    }
    expect(world.told()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 30) });
  });
});

test.each([
  ['anew', 'beginAnew'],
  ['on another engine', 'moveCatalogue'],
] as const)('a catalogue that is begun %s delays nobody', async (_, change) => {
  const world = dailyWorld(daily);
  // The cache is read for her each time.
  world.prefer('grace', { ...daily, cadence: 'hourly' });
  world.outbox.alerts.push({
    ...{ uid: 'grace', alertId: 'other', keyword: WORD, sinceMs: START },
  });
  world.hear('old');
  await world.run(DAY_MS);
  world.publishIn('old', 1);
  await world.run(4 * HOUR_MS);
  world[change]();
  world.publishIn('old', 2);
  await world.run(8 * HOUR_MS);
  expect(world.told()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 2) });
});
