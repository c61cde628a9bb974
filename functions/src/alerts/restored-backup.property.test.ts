import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { dropLog } from '../platform/test-log.ts';
import { fuzzRuns, timesSeen } from '../test-runs.ts';
import { restoredWorld } from './fixtures/restored-world.ts';
import { REFRESH_TAKES_MS } from './matching/match-window.ts';

beforeEach(dropLog);

/** A Monday, before the weekly mails. */
const START = Date.UTC(2026, 9, 5, 5);
const TICK_MS = 30 * MINUTE_MS;

interface History {
  /** Ticks before the backup, until the loss and until it is restored. */
  before: number;
  lost: number;
  away: number;
  /** In which ticks something is published, counted round; a digest shows 20 episodes and counts the others. */
  published: readonly number[];
  keepsIndexes: boolean;
  beginsAnew: boolean;
}

const histories: fc.Arbitrary<History> = fc.record({
  before: fc.nat(80),
  lost: fc.nat(96),
  away: fc.nat(20),
  published: fc.array(fc.nat(10_000), { minLength: 5, maxLength: 19 }),
  keepsIndexes: fc.boolean(),
  beginsAnew: fc.boolean(),
});

type Rule = 'by the slots' | 'none' | 'until the restore';

/** Plays a history. `rule`: what the restored log is told of the mails that it does not know. */
async function play(history: History, rule: Rule) {
  const world = restoredWorld(START);
  const { before, lost, away } = history;
  const total = before + lost + away + 5;
  let ticks = 0;
  const goOn = async (count: number, isAway = false, stepMs = TICK_MS) => {
    for (let tick = 0; tick < count; tick += 1) {
      for (const at of history.published) {
        if (at % total === ticks) await world.publishOne();
      }
      ticks += 1;
      if (!isAway) await world.tick();
      world.world.nowMs += stepMs;
    }
  };
  await goOn(before + 1);
  const backup = world.backUp();
  const backedUpAtMs = world.now();
  await goOn(lost);
  const mailedUntilMs = world.now() - (lost === 0 ? 0 : TICK_MS);
  await goOn(away, true);
  if (history.beginsAnew) {
    world.beginAnew();
    await world.storeChanges();
  }
  world.restore(backup, {
    keepsIndexes: history.keepsIndexes,
    mailedUntilMs:
      rule === 'none' ? null : rule === 'until the restore' ? world.now() + HOUR_MS : mailedUntilMs,
  });
  await goOn(10);
  // Until the weekly mails.
  await goOn(100, false, 2 * HOUR_MS);
  return { world, backedUpAtMs, mailedUntilMs };
}

const seen = { lost: 0, repeated: 0, told: 0 };

test(
  'after a restore everything is told, and again only what may not have been',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { world, backedUpAtMs, mailedUntilMs } = await play(history, 'by the slots');
        for (const [reader, told] of world.told()) {
          expect([...told.keys()].sort(), reader).toEqual([...world.storedAtMs.keys()].sort());
          for (const [link, [firstMs = 0, ...again]] of told) {
            seen.told += 1;
            if (firstMs >= backedUpAtMs && firstMs <= mailedUntilMs) seen.lost += 1;
            if (again.length === 0) continue;
            seen.repeated += 1;
            expect(again, `${reader} ${link}`).toHaveLength(1);
            const isUncertain =
              firstMs > mailedUntilMs - HOUR_MS - TICK_MS ||
              (world.storedAtMs.get(link) ?? 0) > firstMs - REFRESH_TAKES_MS;
            // A catalogue that was begun anew does not know when it stored what.
            expect(
              isUncertain || (history.beginsAnew && firstMs >= backedUpAtMs),
              `${reader} ${link}`,
            ).toBe(true);
          }
        }
      }),
      { numRuns: fuzzRuns(15) },
    );
    expect(seen.lost).toBeGreaterThan(timesSeen(60));
  },
);

const DAY = {
  before: 30,
  lost: DAY_MS / TICK_MS,
  away: 8,
  published: Array.from({ length: 19 }, (_, at) => 5 * at),
  keepsIndexes: false,
  beginsAnew: false,
};

/** How many were told a second time, and how many never. */
async function counted(rule: Rule) {
  const { world } = await play(DAY, rule);
  const told = [...world.told().values()];
  return {
    repeated: told.map((of) => [...of.values()].filter(({ length }) => length > 1).length),
    missed: told.map((of) => world.storedAtMs.size - of.size),
  };
}

test('a day of mails that the log does not know: by each rule, how much comes again and how much never', async () => {
  // Ada's daily mails, ben's hourly ones, cy's weekly ones, ada's webhook. The log of the backup alone:
  expect(await counted('none')).toEqual({ repeated: [9, 9, 0, 9], missed: [0, 0, 0, 0] });
  // As if mails had gone out until the restore, though the database was lost four hours before:
  expect(await counted('until the restore')).toEqual({
    repeated: [0, 0, 0, 0],
    missed: [0, 2, 0, 2],
  });
  expect(await counted('by the slots')).toEqual({ repeated: [0, 0, 0, 0], missed: [0, 0, 0, 0] });
});
