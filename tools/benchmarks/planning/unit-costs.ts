import type { AlertCounts } from './count-alerts.ts';

/** Operations of each unit of work; planning and delivery exclude the part that grows with a digest's alerts. */
export function unitCosts(
  { people, alerts, sections, asked, askedAlerts, created, mailed, steps }: AlertCounts,
  shards: number,
) {
  const { firstRuns, tick, sweep, runs, delivery } = steps;
  const perShard = (count: number) => count / shards;
  return {
    fullRead: (firstRuns.reads - runs.reads + 2 * asked + askedAlerts) / (people + alerts),
    tick: { reads: tick.reads, writes: tick.writes, objectWrites: tick.objectWrites },
    /** One sweep without the one read for each shard. */
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
