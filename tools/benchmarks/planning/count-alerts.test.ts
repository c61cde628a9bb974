import { expect, it } from 'vitest';
import { countAlerts } from './count-alerts.ts';
import { unitCosts } from './unit-costs.ts';

it.each([1, 4])('counts what docs/costs.md says, with %i shards', async (shards) => {
  const counts = await countAlerts(300, shards);
  expect(counts.mailed).toBeGreaterThan(100);
  expect(counts.mailed).toBe(counts.created);
  expect(counts.steps.tick.tasks).toBe(shards);
  expect(counts.steps.runs.tasks).toBe(counts.created);
  expect(unitCosts(counts, shards)).toEqual({
    fullRead: 1,
    tick: { reads: 10, writes: 2, objectWrites: 1 },
    sweepReads: 4,
    run: { reads: 3, writes: 2, objectReads: 3, objectWrites: 1 },
    plan: { reads: 2, writes: 2 },
    delivery: { reads: 5, writes: 3 },
  });
});
