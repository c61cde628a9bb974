import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, DEFAULT_PREFERENCES, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import type { PersonPreferences } from '../alert-record.ts';
import { dueDigests } from './due-digest.ts';

/** Longer than in production, because time zones are slow to compute. The rule holds for any tick. */
const TICK_MS = 30 * MINUTE_MS;
const MONDAY = Date.UTC(2026, 10, 23);
const at = (day: number, hour: number) => MONDAY + day * DAY_MS + hour * HOUR_MS;

const preferences = (fields: Partial<PersonPreferences>): PersonPreferences => ({
  ...DEFAULT_PREFERENCES,
  updatedAtMs: null,
  unmailedAtMs: null,
  unmailedFor: null,
  retryAtMs: null,
  resumedAtMs: null,
  ...fields,
});

function dueTimes(
  choices: readonly { atMs: number; fields: Partial<PersonPreferences> }[],
  days: number,
  settledAtMs: number | null = MONDAY - HOUR_MS,
): number[] {
  const times: number[] = [];
  let settled = settledAtMs;
  let chosen = preferences({});
  for (let nowMs = MONDAY; nowMs <= MONDAY + days * DAY_MS; nowMs += TICK_MS) {
    for (const { atMs, fields } of choices) {
      const isNew = atMs > nowMs - TICK_MS && atMs <= nowMs;
      if (isNew) chosen = { ...chosen, ...fields, updatedAtMs: atMs };
    }
    const run = { lastRunAtMs: nowMs - TICK_MS, nowMs, everyoneDue: false };
    if (dueDigests(run)(chosen, { settledAtMs: settled }) === null) continue;
    times.push(nowMs);
    settled = nowMs;
  }
  return times;
}

const WEEKLY = { cadence: 'weekly', weekday: 1, hour: 20 } as const;

test.each([
  [
    'Monday to Sunday, decided on the Monday after its digest',
    [{ atMs: at(0, 21), fields: { ...WEEKLY, weekday: 7 } }],
    [at(0, 20), at(6, 20)],
  ],
  [
    'Monday 20:00 to 8:00, decided on the Monday at ten',
    [{ atMs: at(7, 10), fields: { ...WEEKLY, hour: 8 } }],
    [at(0, 20), at(7, 10), at(14, 8)],
  ],
  [
    'Monday to Friday, decided on a Saturday',
    [{ atMs: at(5, 12), fields: { ...WEEKLY, weekday: 5 } }],
    [at(0, 20), at(5, 12), at(11, 20)],
  ],
  [
    'daily at 20:00 to 8:00, decided at ten',
    [
      { atMs: at(0, 1), fields: { cadence: 'daily', hour: 20 } as const },
      { atMs: at(1, 10), fields: { cadence: 'daily', hour: 8 } as const },
    ],
    [at(0, 20), at(1, 10), at(2, 8), at(3, 8)],
  ],
])('a changed schedule delays no digest by more than a period: %s', (_name, moves, due) => {
  const choices = [{ atMs: at(0, 0.5), fields: WEEKLY }, ...moves];
  expect(dueTimes(choices, (due.at(-1)! - MONDAY) / DAY_MS)).toEqual(due);
});

test('no digest comes more than a period after the last, however the schedule changes', () => {
  const choice = fc.record({
    atMs: fc.integer({ min: 1, max: 25 * 48 }).map((ticks) => MONDAY + ticks * TICK_MS - 1),
    fields: fc.record({
      cadence: fc.constantFrom('hourly' as const, 'daily' as const, 'weekly' as const),
      hour: fc.nat(23),
      weekday: fc.integer({ min: 1, max: 7 }),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'),
    }),
  });
  const periods = { hourly: HOUR_MS, daily: DAY_MS, weekly: 7 * DAY_MS };
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 6 }), (choices) => {
      const sorted = [...choices].sort((a, b) => a.atMs - b.atMs);
      const due = dueTimes(sorted, 34);
      let before = MONDAY - HOUR_MS;
      for (const time of due) {
        const inForce = sorted.filter(({ atMs }) => atMs <= time);
        const first = Math.max(
          0,
          inForce.findLastIndex(({ atMs }) => atMs <= before),
        );
        const isDefault = inForce.length === 0 || inForce[0]!.atMs > before;
        const allowedMs = Math.max(
          isDefault ? DAY_MS : 0,
          ...inForce.slice(first).map(({ fields }) => periods[fields.cadence]),
        );
        expect(time - before).toBeLessThanOrEqual(allowedMs + HOUR_MS + TICK_MS);
        before = time;
      }
      expect(MONDAY + 34 * DAY_MS - before).toBeLessThanOrEqual(7 * DAY_MS + HOUR_MS + TICK_MS);
    }),
    { numRuns: fuzzRuns(60) },
  );
});

test('after a failure nothing is due until the retry, which is due once', () => {
  const retryAtMs = at(1, 0.2);
  const dueAt = (cadence: 'hourly' | 'daily', nowMs: number, settledAtMs: number) =>
    dueDigests({ lastRunAtMs: nowMs - TICK_MS, nowMs, everyoneDue: false })(
      preferences({ cadence, retryAtMs }),
      { settledAtMs },
    );
  for (const cadence of ['hourly', 'daily'] as const) {
    expect(dueAt(cadence, at(0, 8), at(0, 4))).toBeNull();
    expect(dueAt(cadence, at(1, 0), at(0, 4))).toBeNull();
  }
  expect(dueAt('daily', at(1, 0.5), at(0, 4))).toEqual({ cadence: 'daily', slotMs: retryAtMs });
  expect(dueAt('daily', at(1, 0.75), at(1, 0.5))).toBeNull();
  expect(dueAt('daily', at(1, 8), at(1, 0.5))).toEqual({ cadence: 'daily', slotMs: at(1, 8) });
  expect(dueAt('hourly', at(1, 0.5), at(0, 4))).toEqual({ cadence: 'hourly', slotMs: at(1, 0.5) });
});

test('a recently changed schedule is due immediately if the last digest is unknown', () => {
  const moved = (updatedAtMs: number) => preferences({ ...WEEKLY, updatedAtMs });
  const run = { lastRunAtMs: at(1, 0), nowMs: at(1, 0.25), everyoneDue: false };
  const unknown = { settledAtMs: null };
  expect(dueDigests(run)(moved(at(0, 21)), unknown)).toEqual({
    cadence: 'weekly',
    slotMs: at(0, 21),
  });
  expect(dueDigests(run)(moved(at(-8, 0)), unknown)).toBeNull();
  expect(dueDigests(run)(preferences(WEEKLY), unknown)).toBeNull();
});
