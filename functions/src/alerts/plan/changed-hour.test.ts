import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { keepLog } from '../../testing/test-log.ts';
import { daysWorld, once, START, WEEKLY } from '../fixtures/days-world.ts';

beforeEach(() => void keepLog());

test('a changed hour causes no extra email to the only person in a shard', async () => {
  const world = daysWorld({ ...WEEKLY, weekday: 5 });
  world.addShow('old');
  await world.run(3 * DAY_MS);
  world.publishIn('old', 1);
  await world.run(DAY_MS);
  world.prefer('ada', { ...WEEKLY, weekday: 5, hour: 7 });
  await world.run(6 * DAY_MS);
  // The first run after the chosen hour, 07:00, is at 08:00.
  expect(world.mails.map(({ atMs }) => (atMs - START) / HOUR_MS)).toEqual([0, 8 * 24 + 8]);
  expect(world.mailCounts()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 1) });
});

test('an alert whose email was off for ten days only mails later episodes', async () => {
  const world = daysWorld({ ...WEEKLY, cadence: 'daily' });
  world.addShow('old');
  await world.run(DAY_MS);
  const [alert] = world.outbox.alerts;
  world.outbox.saveAlert({ ...alert!, mail: false, changedAtMs: world.now() });
  for (let number = 1; number <= 10; number += 1) {
    world.publishIn('old', number);
    await world.run(DAY_MS);
  }
  const on = { ...alert!, changedAtMs: world.now() };
  world.outbox.saveAlert({ ...on, mailedSinceMs: world.now() });
  world.publishIn('old', 11);
  await world.run(DAY_MS);
  expect(world.mailCounts()).toEqual({ ...once('old', -6, 0), 'old 11': 1 });
});
