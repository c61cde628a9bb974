import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { dropLog } from '../../testing/test-log.ts';
import { outboxWorld } from '../fixtures/outbox-world.ts';
import { inOrder } from '../fixtures/stepped-processes.ts';

beforeEach(dropLog);

/** A Saturday, three hours before the daily digests. */
const START = Date.UTC(2026, 10, 21, 13);
const EPISODES = 9;
const never = () => false;

async function worldWithNews() {
  const world = outboxWorld(START);
  world.prefer('ada', { cadence: 'daily', hour: 16, weekday: 1, timeZone: 'UTC' });
  const sinceMs = START - 8 * HOUR_MS;
  world.outbox.saveAlert({ uid: 'ada', alertId: 'a-1', keyword: 'ledgers', sinceMs });
  await runOnce(world);
  for (let number = 1; number <= EPISODES; number += 1) {
    world.publish(number, 'On ledgers.');
    await world.storeChanges();
    world.world.nowMs += 5 * MINUTE_MS;
  }
  return world;
}

type World = ReturnType<typeof outboxWorld>;

async function runOnce(world: World, diesAt = Infinity): Promise<boolean> {
  world.startTick();
  await world.settle(inOrder, never);
  for (const shard of world.shardTasks.splice(0)) world.startShard(shard);
  let steps = 0;
  await world.settle(inOrder, () => (steps += 1) === diesAt);
  return steps >= diesAt;
}

const reportIn = ({ runs }: World) => [...runs.states.values()][0]?.report;
const waitingIn = ({ outbox }: World) => outbox.waiting('ada').map(({ path }) => path);

test('a crash at any step loses no match, and the next run continues after the stored matches', async () => {
  const readAfterDeath = new Set<number>();
  for (let diesAt = 1; ; diesAt += 1) {
    const world = await worldWithNews();
    if (!(await runOnce(world, diesAt))) break;
    world.world.nowMs += 15 * MINUTE_MS;
    await runOnce(world);
    readAfterDeath.add(reportIn(world)!.episodesRead);
    expect(waitingIn(world), `${diesAt}`).toHaveLength(EPISODES);
    world.world.nowMs = START + 4 * HOUR_MS;
    await runOnce(world);
    const shown = [...world.outbox.digests.values()].flatMap(({ sections }) => sections);
    expect(shown.map(({ episodes }) => episodes.length)).toEqual([EPISODES]);
  }
  // After a crash, each run reads the last matched episode again.
  expect([...readAfterDeath]).toEqual([9, 8, 6, 4, 2, 1]);
});
