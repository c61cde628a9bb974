import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { dropLog } from '../../platform/test-log.ts';
import { outboxWorld } from '../fixtures/outbox-world.ts';
import { inOrder } from '../fixtures/stepped-processes.ts';
import { pairsIn } from '../outbox/sent-log.ts';

beforeEach(dropLog);

/** A Saturday, three hours before the daily digests. */
const START = Date.UTC(2026, 10, 21, 13);
const EPISODES = 9;
const never = () => false;

/** One person with one alert that matches all episodes. */
async function worldWithNews() {
  const told = outboxWorld(START);
  told.prefer('ada', { cadence: 'daily', hour: 16, weekday: 1, timeZone: 'UTC' });
  const sinceMs = START - 8 * HOUR_MS;
  told.outbox.alerts.push({ uid: 'ada', alertId: 'a', keyword: 'ledgers', sinceMs });
  await runOnce(told);
  for (let number = 1; number <= EPISODES; number += 1) {
    told.publish(number, 'On ledgers.');
    await told.storeChanges();
    told.world.nowMs += 5 * MINUTE_MS;
  }
  return told;
}

type World = ReturnType<typeof outboxWorld>;

/** Runs the shard; true if its process crashed at the given step. */
async function runOnce(told: World, diesAt = Infinity): Promise<boolean> {
  told.startTick();
  await told.settle(inOrder, never);
  for (const shard of told.shardTasks.splice(0)) told.startShard(shard);
  let steps = 0;
  await told.settle(inOrder, () => (steps += 1) === diesAt);
  return steps >= diesAt;
}

const reportIn = ({ runs }: World) => [...runs.states.values()][0]?.report;
const waitingIn = ({ outbox }: World) => pairsIn(outbox.pending.get('ada')!.alerts['a']!.keys);

test('a crash at any step loses no match, and the next run continues after the stored matches', async () => {
  const readAfterDeath = new Set<number>();
  for (let diesAt = 1; ; diesAt += 1) {
    const told = await worldWithNews();
    if (!(await runOnce(told, diesAt))) break;
    told.world.nowMs += 15 * MINUTE_MS;
    await runOnce(told);
    readAfterDeath.add(reportIn(told)!.episodesRead);
    expect(new Set(waitingIn(told)).size, `${diesAt}`).toBe(EPISODES);
    expect(waitingIn(told), `${diesAt}`).toHaveLength(EPISODES);
    told.world.nowMs = START + 4 * HOUR_MS;
    await runOnce(told);
    const shown = [...told.outbox.digests.values()].flatMap(({ sections }) => sections);
    expect(shown.map(({ episodes }) => episodes.length)).toEqual([EPISODES]);
  }
  // Each run reads the last matched episode again.
  expect([...readAfterDeath]).toEqual([9, 8, 6, 4, 2, 1]);
});
