import type { Measured } from './bench-planning.ts';
import { sumOf, sumOfTold } from './sums.ts';

const DAYS = 30;
const TICKS = DAYS * 96;
const HOURS = DAYS * 24;
/** Of all people, those with news on a day; as in `docs/costs.md`. */
const NEWS_SHARE = 0.6;
/** Of all alerts and people, those that change on a day. */
const CHANGED_SHARE = 0.02;
/** Batches of changes reach back five minutes more than the quarter of an hour they are for. */
const READ_TWICE = 4 / 3;
/** What the whole is to cost at most, as a share of what it did before there were shards. */
const TARGET_SHARE = 1 / 5;

/** List prices in dollars, as in `docs/costs.md`: of a read, a write, a task, an object read, an object write. */
const PRICES = [0.06 / 1e5, 0.18 / 1e5, 0.4 / 1e6, 0.004 / 1e4, 0.05 / 1e4] as const;
const OTHER_SIZES = [1000, 100_000, 1_000_000, 10_000_000];
const ALERTS_A_SHARD = 62_500;

/** What a month costs, from what each step was measured to cost. */
export function monthLines(
  results: Measured,
  alerts: number,
  people: number,
  shards: number,
): { lines: string[]; missed: number } {
  const unit = unitsOf(results, shards);
  const month = (size: number, parts: number) => {
    const digests = DAYS * NEWS_SHARE * (size / 5);
    const everything = size + size / 5;
    const changes = DAYS * CHANGED_SHARE * everything * READ_TWICE;
    return [
      TICKS * (unit.tick.reads + parts * unit.run.reads) +
        DAYS * everything * unit.rereadReads +
        changes +
        digests * (unit.digest.reads + unit.delivery.reads),
      TICKS * (unit.tick.writes + parts * unit.run.writes) +
        digests * (unit.digest.writes + unit.delivery.writes),
      TICKS * parts + digests,
      TICKS * (1 + parts * unit.run.objectReads),
      TICKS * (1 + parts * unit.run.objectWrites),
    ] as const;
  };
  const digests = DAYS * NEWS_SHARE * people;
  // The formula of the version before: every full hour all alerts and all people with news of eight days.
  const before =
    HOURS * (alerts + people) + digests * (2 + unit.delivery.reads + 2 + unit.delivery.writes + 1);
  const [reads, writes, tasks] = month(alerts, shards);
  const share = (reads + writes + tasks) / before;
  const isReached = share <= TARGET_SHARE;
  const list = OTHER_SIZES.map((size) => {
    const parts = Math.max(1, Math.ceil(size / ALERTS_A_SHARD));
    const counts = month(size, parts);
    const dollars = counts.reduce((sum, count, each) => sum + count * (PRICES[each] ?? 0), 0);
    const millions = counts.map((count) => `${(count / 1e6).toFixed(2)} M`.padStart(10));
    return [
      String(size).padEnd(10),
      String(parts).padStart(6),
      ...millions,
      dollars.toFixed(2).padStart(9),
    ].join(' ');
  });
  return {
    lines: [
      `a tick: ${tell(unit.tick)}; a run of a shard: ${tell(unit.run)}; a document read in full: ${unit.rereadReads.toFixed(2)} reads`,
      `a digest: ${tell(unit.digest)}; its delivery: ${tell(unit.delivery)}, with ${unit.sections.toFixed(1)} alerts in it`,
      `operations of a month: ${((reads + writes + tasks) / 1e6).toFixed(0)} M, ${(100 * share).toFixed(0)} % of the ${(before / 1e6).toFixed(0)} M before shards  ${isReached ? 'PASS' : 'MISS'} (a fifth)`,
      'alerts     shards      reads     writes      tasks  obj reads obj writes   dollars',
      ...list,
    ],
    missed: isReached ? 0 : 1,
  };
}

function unitsOf(results: Measured, shards: number) {
  const [dispatch, plan, deliver, reread] = [
    results.dispatch,
    results.plan,
    results.deliver,
    results.reread,
  ].map((each) => ({ counted: sumOf(each), told: sumOfTold(each) })) as [Sum, Sum, Sum, Sum];
  const { created = 0, asked = 0 } = plan.told;
  const { mailed = 0, sections = 0 } = deliver.told;
  const { people = 0, alerts = 0 } = reread.told;
  return {
    tick: {
      reads: dispatch.counted.reads - (dispatch.told['changes'] ?? 0),
      writes: dispatch.counted.writes,
    },
    run: {
      reads: (plan.counted.reads - asked) / shards,
      writes: (plan.counted.writes - 2 * created) / shards,
      objectReads: plan.counted.objectReads / shards,
      objectWrites: plan.counted.objectWrites / shards,
    },
    rereadReads: reread.counted.reads / (people + alerts),
    digest: { reads: asked / created, writes: 2 },
    delivery: { reads: deliver.counted.reads / mailed, writes: deliver.counted.writes / mailed },
    sections: sections / mailed,
  };
}

interface Sum {
  counted: ReturnType<typeof sumOf>;
  told: Record<string, number>;
}

function tell(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(
      ([name, count]) =>
        `${Number(count.toFixed(2))} ${name.replace('object', 'object ').toLowerCase()}`,
    )
    .join(', ');
}
