import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { keepLog } from '../../platform/test-log.ts';
import { daysWorld, once, START, WEEKLY } from '../fixtures/days-world.ts';

beforeEach(() => void keepLog());

test('a weekly person, alone in a shard, who chooses another hour gets no email besides', async () => {
  const world = daysWorld({ ...WEEKLY, weekday: 5 });
  world.hear('old');
  await world.run(3 * DAY_MS);
  world.publishIn('old', 1);
  await world.run(DAY_MS);
  world.prefer('ada', { ...WEEKLY, weekday: 5, hour: 7 });
  await world.run(6 * DAY_MS);
  // At 07:00 there is no run.
  expect(world.mails.map(({ atMs }) => (atMs - START) / HOUR_MS)).toEqual([0, 8 * 24 + 8]);
  expect(world.told()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 1) });
});
