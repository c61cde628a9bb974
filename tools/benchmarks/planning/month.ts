import type { AlertCounts } from './count-alerts.ts';

const DAYS = 30;
const TICKS = DAYS * 96;
const SWEEPS = DAYS * 288;
/** Share of all people who get a digest on a day, and alerts in a digest; see `docs/costs.md`. */
const NEWS_SHARE = 0.6;
const ALERTS_IN_A_DIGEST = 3;
const ALERTS_A_PERSON = 5;
/** Share of alerts and people that change in a month. Each change is read 4/3 times, because batches overlap. */
const CHANGED_SHARE = 0.1;
const READ_AGAIN = 4 / 3;

/** List prices in dollars of a read, a write, a task, an object read and an object write; see `docs/costs.md`. */
const PRICES = [0.06 / 1e5, 0.18 / 1e5, 0.4 / 1e6, 0.004 / 1e4, 0.05 / 1e4] as const;
const SIZES = [1000, 100_000, 1_000_000, 10_000_000];
const ALERTS_A_SHARD = 62_500;

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

export function monthLines(unit: ReturnType<typeof unitCosts>): string[] {
  const millions = (count: number) => `${(count / 1e6).toFixed(2)} M`.padStart(10);
  const rows = SIZES.map((alerts) => {
    const shards = Math.ceil(alerts / ALERTS_A_SHARD);
    const everything = alerts + alerts / ALERTS_A_PERSON;
    const digests = DAYS * NEWS_SHARE * (alerts / ALERTS_A_PERSON);
    const counts = [
      TICKS * (unit.tick.reads + shards * unit.run.reads) +
        SWEEPS * (unit.sweepReads + shards) +
        DAYS * everything * unit.fullRead +
        CHANGED_SHARE * everything * READ_AGAIN +
        digests * (unit.plan.reads + unit.delivery.reads + 3 * ALERTS_IN_A_DIGEST),
      TICKS * (unit.tick.writes + shards * unit.run.writes) +
        digests * (unit.plan.writes + unit.delivery.writes + ALERTS_IN_A_DIGEST),
      TICKS * shards + digests,
      TICKS * shards * unit.run.objectReads,
      TICKS * (unit.tick.objectWrites + shards * unit.run.objectWrites),
    ];
    const dollars = counts.reduce((sum, count, each) => sum + count * (PRICES[each] ?? 0), 0);
    const cells = [String(alerts).padEnd(10), String(shards).padStart(6), ...counts.map(millions)];
    return [...cells, dollars.toFixed(2).padStart(9)].join(' ');
  });
  return [
    `alerts     shards      reads     writes      tasks  obj reads obj writes   dollars  (${ALERTS_IN_A_DIGEST} alerts in a digest)`,
    ...rows,
  ];
}
