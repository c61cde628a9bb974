import type { AlertCounts } from './count-alerts.ts';

/**
 * Operations per unit of work. Those of planning and delivery that grow with the number of a digest's alerts
 * are left out.
 */
export function unitCosts(
  {
    people,
    alerts,
    sections,
    stored,
    storedAgain,
    asked,
    askedAlerts,
    created,
    mailed,
    steps,
  }: AlertCounts,
  shards: number,
) {
  const { firstRuns, tick, sweep, runs, delivery } = steps;
  /** Of a run that does not read everything. */
  const changeQueries = 7 * shards;
  // Pending matches and the sent log are read where a change is read again.
  const runReads = runs.reads - 2 * storedAgain - 3 * asked - askedAlerts;
  const perShard = (count: number) => count / shards;
  return {
    fullRead: (firstRuns.reads - 3 * stored - (runReads - changeQueries)) / (people + alerts),
    store: { writes: (firstRuns.writes - 2 * shards) / stored },
    tick: { reads: tick.reads, writes: tick.writes, objectWrites: tick.objectWrites },
    /** Reads of one sweep, without the one read that each shard takes. */
    sweepReads: sweep.reads - shards,
    run: {
      reads: perShard(runReads),
      writes: perShard(runs.writes - 3 * created),
      objectReads: perShard(runs.objectReads),
      objectWrites: perShard(runs.objectWrites),
    },
    plan: { reads: (3 * asked) / created, writes: 3 },
    delivery: {
      reads: (delivery.reads - 2 * sections) / mailed,
      writes: (delivery.writes - sections) / mailed,
    },
  };
}
