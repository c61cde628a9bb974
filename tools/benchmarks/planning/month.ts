import type { Measured } from './bench-planning.ts';
import { sumOf, sumOfTold } from './sums.ts';

const DAYS = 30;
const TICKS = DAYS * 96;
const SWEEPS = DAYS * 288;
const HOURS = DAYS * 24;
/** As in `docs/costs.md`: of all people those with news on a day, and alerts in their digests. */
const NEWS_SHARE = 0.6;
const ALERTS_IN_A_DIGEST = 3;
const ALERTS_A_PERSON = 5;
/** Of all alerts and people, those that change in a month; batches of changes reach back a third further. */
const CHANGED_SHARE = 0.1;
const READ_AGAIN = 4 / 3;
/** What the whole is to cost at most, as a share of what it did before there were shards. */
const TARGET_SHARE = 1 / 5;

/** List prices in dollars, as in `docs/costs.md`: a read, a write, a task, an object read, an object written. */
const PRICES = [0.06 / 1e5, 0.18 / 1e5, 0.4 / 1e6, 0.004 / 1e4, 0.05 / 1e4] as const;
const SIZES = [1000, 100_000, 1_000_000, 10_000_000];
const ALERTS_A_SHARD = 62_500;

interface Size {
  alerts: number;
  shards: number;
  /** Alerts in a digest, on average. */
  inDigest: number;
}

/** What a month costs, from what each step was measured to cost. */
export function monthLines(
  results: Measured,
  alerts: number,
  shards: number,
): { lines: string[]; missed: number } {
  const unit = unitsOf(results, shards);
  const digestsOf = (size: number) => DAYS * NEWS_SHARE * (size / ALERTS_A_PERSON);

  /** Reads, writes, tasks, object reads and objects written in a month. */
  function month({ alerts: size, shards: parts, inDigest }: Size) {
    const digests = digestsOf(size);
    const everything = size + size / ALERTS_A_PERSON;
    return [
      TICKS * (unit.tick.reads + parts * unit.run.reads) +
        SWEEPS * (unit.sweepReads - shards + parts) +
        DAYS * everything * unit.fullRead +
        CHANGED_SHARE * everything * READ_AGAIN +
        digests * (unit.plan.reads + unit.delivery.reads + 3 * inDigest),
      TICKS * (unit.tick.writes + parts * unit.run.writes) +
        digests * (unit.plan.writes + unit.delivery.writes + inDigest),
      TICKS * parts + digests,
      TICKS * (1 + parts * unit.run.objectReads),
      TICKS * (1 + parts * unit.run.objectWrites),
    ] as const;
  }

  // Before, every full hour read all alerts, and all people with news of eight days.
  const people = alerts / ALERTS_A_PERSON;
  const before = HOURS * (alerts + people) + digestsOf(alerts) * (13 + 3 * unit.inDigest);
  const [reads, writes, tasks] = month({ alerts, shards, inDigest: unit.inDigest });
  const share = (reads + writes + tasks) / before;
  const isReached = share <= TARGET_SHARE;
  const millions = (count: number) => `${(count / 1e6).toFixed(2)} M`.padStart(10);
  const table = SIZES.map((size) => {
    const parts = Math.ceil(size / ALERTS_A_SHARD);
    const counts = month({ alerts: size, shards: parts, inDigest: ALERTS_IN_A_DIGEST });
    const dollars = counts.reduce((sum, count, each) => sum + count * (PRICES[each] ?? 0), 0);
    const cells = [String(size).padEnd(10), String(parts).padStart(6), ...counts.map(millions)];
    return [...cells, dollars.toFixed(2).padStart(9)].join(' ');
  });
  const { inDigest, ...counts } = unit;
  return {
    lines: [
      `alerts in a digest: ${inDigest.toFixed(2)}; without them, measured: ${JSON.stringify(counts, rounded)}`,
      `a month of this: ${millions(reads + writes + tasks).trim()} operations, ${(100 * share).toFixed(0)} % of the ` +
        `${millions(before).trim()} before shards  ${isReached ? 'PASS' : 'MISS'} (a fifth)`,
      `alerts     shards      reads     writes      tasks  obj reads obj writes   dollars  (${ALERTS_IN_A_DIGEST} alerts in a digest)`,
      ...table,
    ],
    missed: isReached ? 0 : 1,
  };
}

/** What each thing costs, without what grows with the alerts in a digest. */
function unitsOf(results: Measured, shards: number) {
  const of = (step: keyof Measured) => ({ ...sumOfTold(results[step]), ...sumOf(results[step]) });
  const [dispatch, sweep, reread, update] = [
    of('dispatch'),
    of('sweep'),
    of('reread'),
    of('update'),
  ];
  const [plan, deliver] = [of('plan'), of('deliver')];
  const told = (sum: Record<string, number>, name: string) => sum[name] ?? 0;
  const [created, asked] = [told(plan, 'created'), told(plan, 'asked')];
  const mailed = told(deliver, 'mailed');
  const inDigest = told(deliver, 'sections') / mailed;
  return {
    tick: { reads: dispatch.reads - told(dispatch, 'changes'), writes: dispatch.writes },
    sweepReads: sweep.reads,
    run: {
      reads: (plan.reads - asked) / shards,
      writes: (plan.writes - 2 * created) / shards,
      objectReads: update.objectReads / shards,
      objectWrites: update.objectWrites / shards,
    },
    fullRead: reread.reads / (told(reread, 'people') + told(reread, 'alerts')),
    plan: { reads: (asked - told(plan, 'askedAlerts')) / created, writes: 2 },
    delivery: {
      reads: deliver.reads / mailed - 2 * inDigest,
      writes: deliver.writes / mailed - inDigest,
    },
    inDigest,
  };
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(2)) : value;
}
