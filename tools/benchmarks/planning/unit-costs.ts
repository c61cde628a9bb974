import type { AlertCounts } from './count-alerts.ts';

/**
 * Operations per unit of work. Those of planning and delivery that grow with the number of a digest's alerts
 * are left out.
 */
export function unitCosts(
  { people, alerts, sections, asked, askedAlerts, created, mailed, steps }: AlertCounts,
  shards: number,
) {
  const { firstRuns, tick, sweep, runs, delivery } = steps;
  const perShard = (count: number) => count / shards;
  return {
    fullRead: (firstRuns.reads - runs.reads + 2 * asked + askedAlerts) / (people + alerts),
    tick: { reads: tick.reads, writes: tick.writes, objectWrites: tick.objectWrites },
    /** Reads of one sweep, without the one read that each shard takes. */
    sweepReads: sweep.reads - shards,
    run: {
      reads: perShard(runs.reads - 2 * asked - askedAlerts),
      writes: perShard(runs.writes - 2 * created),
      objectReads: perShard(runs.objectReads),
      objectWrites: perShard(runs.objectWrites),
    },
    plan: { reads: (2 * asked) / created, writes: 2 },
    delivery: {
      reads: (delivery.reads - 2 * sections) / mailed,
      writes: (delivery.writes - sections) / mailed,
    },
  };
}
