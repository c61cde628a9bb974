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
  // A run that plans reads one document more than one that does not, which counts against the full read.
  expect(fullRead).toBeCloseTo(1, 2);
  expect(unit).toEqual({
    tick: { reads: 10, writes: 2, objectWrites: 1 },
    sweepReads: 4,
    // The shows that matched for the first time are noted once, by the shard that comes first.
    run: { reads: 4 + 1 / shards, writes: 2 + 1 / shards, objectReads: 3, objectWrites: 1 },
    plan: { reads: 2, writes: 2 },
    delivery: { reads: 5, writes: 3 },
  });
});
