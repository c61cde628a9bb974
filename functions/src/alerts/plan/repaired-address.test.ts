import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { keepLog } from '../../testing/test-log.ts';
import { DAILY, daysWorld, once, START, WEEKLY } from '../fixtures/days-world.ts';

beforeEach(() => void keepLog());

const hoursOf = ({ mails }: ReturnType<typeof daysWorld>) =>
  mails.map(({ atMs }) => (atMs - START) / HOUR_MS);

describe('an address that took no mail', () => {
  test.each([
    ['daily', DAILY],
    ['weekly', { ...WEEKLY, weekday: 4 }],
  ])('a verified address gets its digest in the next run, %s', async (_, preferences) => {
    const world = daysWorld(preferences);
    world.unverified.add('ada');
    world.addShow('old');
    // Digests fail at 08:00 and 12:00. The next retry would be a day later.
    await world.run(16 * HOUR_MS);
    expect(world.mails).toEqual([]);
    world.unverified.delete('ada');
    await world.run(8 * HOUR_MS);
    expect(hoursOf(world)).toEqual([16]);
    expect(world.mailCounts()).toEqual(once('old', -6, 0));
  });

  test('a verified address gets later digests on schedule', async () => {
    const world = daysWorld(DAILY);
    world.unverified.add('ada');
    world.addShow('old');
    await world.run(16 * HOUR_MS);
    world.unverified.delete('ada');
    for (let number = 1; number <= 12; number += 1) {
      world.publishIn('old', number);
      await world.run(4 * HOUR_MS);
    }
    await world.run(DAY_MS);
    expect(hoursOf(world)).toEqual([16, 32, 56, 80]);
    expect(world.mailCounts()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 12) });
  });
});

test('an outage of the mail service for days delays the retry by only an hour', async () => {
  const world = daysWorld({ ...WEEKLY, weekday: 4 });
  world.addShow('old');
  world.world.mood = 'down';
  // Two digests fail, each after a day.
  await world.run(64 * HOUR_MS);
  expect(world.mails).toEqual([]);
  world.world.mood = 'takes';
  await world.run(12 * HOUR_MS);
  expect(hoursOf(world)).toEqual([64]);
});
