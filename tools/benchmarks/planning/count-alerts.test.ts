import { expect, it } from 'vitest';
import { countAlerts } from './count-alerts.ts';
import { unitCosts } from './unit-costs.ts';

it.each([1, 4])('counts what docs/costs.md says, with %i shards', async (shards) => {
  const counts = await countAlerts(300, shards);
  expect(counts.mailed).toBeGreaterThan(100);
  expect(counts.mailed).toBe(counts.created);
  expect(counts.steps.tick.tasks).toBe(shards);
  expect(counts.steps.runs.tasks).toBe(counts.created);
  const { fullRead, ...unit } = unitCosts(counts, shards);
  expect(fullRead).toBeCloseTo(1, 2);
  expect(unit).toEqual({
    store: { writes: 1 },
    tick: { reads: 2, writes: 1, objectWrites: 0 },
    sweepReads: 4,
    // The layout, the state twice, and seven queries for changes.
    run: { reads: 10, writes: 2, objectReads: 1, objectWrites: 1 },
    plan: { reads: 3, writes: 3 },
    delivery: { reads: 5, writes: 3 },
  });
});
