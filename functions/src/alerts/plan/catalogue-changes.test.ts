import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { writesOf } from '../../testing/memory-firestore.ts';
import { keepLog } from '../../testing/test-log.ts';
import { DAILY, daysWorld, once, START, WEEKLY } from '../fixtures/days-world.ts';

beforeEach(() => void keepLog());

describe('a catalogue that is begun anew', () => {
  test.each([
    ['daily', DAILY],
    ['weekly', WEEKLY],
  ])(
    'a new catalogue loses no match that was unsent for twelve days, %s',
    async (_, preferences) => {
      const world = daysWorld(preferences);
      world.addShow('old');
      await world.run(DAY_MS * (preferences === WEEKLY ? 8 : 1));
      world.unverified.add('ada');
      for (let number = 1; number <= 12; number += 1) {
        world.publishIn('old', number);
        await world.run(DAY_MS);
      }
      world.beginAnew();
      await world.run(DAY_MS / 2);
      world.unverified.delete('ada');
      await world.run(9 * DAY_MS);
      expect(world.mailCounts()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 12) });
    },
  );

  test('a new catalogue sends no old episodes of recently added shows', async () => {
    const world = daysWorld(DAILY);
    world.addShow('old');
    await world.run(10 * DAY_MS);
    world.addShow('young');
    await world.run(3 * DAY_MS);
    world.beginAnew();
    world.addShow('later');
    await world.run(2 * DAY_MS);
    world.addShow('last');
    await world.run(20 * DAY_MS);
    expect(world.mailCounts()).toEqual({
      ...once('old', -6, 0),
      ...once('young', -6, 0),
      ...once('later', -6, 0),
      ...once('last', -6, 0),
    });
  });

  test('a new catalogue sends no episode again', async () => {
    const world = daysWorld(DAILY);
    world.addShow('old');
    for (let number = 1; number <= 30; number += 1) {
      world.publishIn('old', number);
      if (number % 4 === 0) world.beginAnew();
      await world.run(DAY_MS);
    }
    expect(world.mailCounts()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 30) });
  });
});

describe('after an update from a version that stored no matches', () => {
  /** Such a version had stored what it sent, but none of the matches. */
  function update(world: ReturnType<typeof daysWorld>): void {
    const { documents } = world.outbox;
    const writes = writesOf(documents, world.now);
    for (const { path } of [...documents.inCollections('matches')]) writes.remove(path);
    world.beginAnew();
  }

  test('only what no email had waits for one', async () => {
    const world = daysWorld(DAILY);
    world.addShow('old');
    await world.run(DAY_MS);
    world.publishIn('old', 1);
    update(world);
    await world.run(4 * HOUR_MS);
    const titles = world.outbox.waiting('ada').map(({ fields }) => titleOf(fields));
    expect(titles).toEqual(['old 1']);
    expect(world.outbox.hasMatches('ada')).toBe(true);
  });

  test('an email does not count what an earlier one had', async () => {
    const world = daysWorld(DAILY);
    // A run reads all episodes together, so that it stores 100 and counts the others.
    world.world.batchSize = 1000;
    for (let number = 1; number <= 180; number += 1) {
      world.publishIn('old', number);
      if (number % 90 === 0) await world.run(DAY_MS);
    }
    update(world);
    world.publishIn('old', 181);
    await world.run(DAY_MS);
    const sections = [...world.outbox.digests.values()].map((digest) => digest.sections);
    const counts = sections.map((all) =>
      all.map(({ episodes, moreCount }) => [episodes.length, moreCount]),
    );
    expect(counts).toEqual([[[20, 70]], [[20, 70]], [[1, 0]]]);
  });
});

function titleOf(fields: object): unknown {
  return 'facts' in fields && (fields.facts as { title: string }).title;
}

test.each([
  ['anew', 'beginAnew'],
  ['on another engine', 'moveCatalogue'],
] as const)('a catalogue that starts %s delays nobody', async (_, change) => {
  const world = daysWorld(DAILY);
  // Hourly, so that each run reads the cache.
  world.prefer('grace', { ...DAILY, cadence: 'hourly' });
  world.outbox.saveAlert({
    uid: 'grace',
    alertId: 'other-1',
    keyword: 'fusion',
    sinceMs: START,
  });
  world.addShow('old');
  await world.run(DAY_MS);
  world.publishIn('old', 1);
  await world.run(4 * HOUR_MS);
  world[change]();
  world.publishIn('old', 2);
  await world.run(8 * HOUR_MS);
  expect(world.mailCounts()).toEqual({ ...once('old', -6, 0), ...once('old', 1, 2) });
});
