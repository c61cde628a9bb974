import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { dueSlot, isTooSoon, latestSlot } from './due-digest.ts';

const at = (iso: string) => Date.parse(iso);
const shown = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

const rhythm = (fields: Partial<typeof DEFAULT_PREFERENCES>) => ({
  ...DEFAULT_PREFERENCES,
  ...fields,
});
const berlin = rhythm({ timeZone: 'Europe/Berlin', hour: 8 });

function slotsServed(
  preferences: typeof DEFAULT_PREFERENCES,
  from: string,
  hours: number,
  every = 1,
) {
  const slots: string[] = [];
  let lastRun = at(from);
  for (let hour = every; hour <= hours; hour += every) {
    const now = at(from) + hour * HOUR_MS;
    const slot = dueSlot(preferences, lastRun, now);
    if (slot !== null) slots.push(new Date(slot).toISOString());
    lastRun = now;
  }
  return slots;
}

describe('a daily digest', () => {
  test.each([
    ['UTC', '2026-11-21T08:00:00.000Z'],
    ['Europe/Berlin', '2026-11-21T07:00:00.000Z'],
    ['America/New_York', '2026-11-20T13:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T02:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21T02:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20T18:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-20T19:00:00.000Z'],
  ])('a daily digest is due at eight local time in %s', (timeZone, slot) => {
    expect(shown(latestSlot(rhythm({ timeZone }), at('2026-11-21T09:30:00Z')))).toBe(slot);
  });

  test('a daily digest is due only in the first run at or after its hour', () => {
    expect(dueSlot(berlin, at('2026-11-21T06:00:00Z'), at('2026-11-21T06:59:59Z'))).toBeNull();
    expect(shown(dueSlot(berlin, at('2026-11-21T06:59:59Z'), at('2026-11-21T07:00:00Z')))).toBe(
      '2026-11-21T07:00:00.000Z',
    );
    expect(dueSlot(berlin, at('2026-11-21T07:00:00Z'), at('2026-11-21T08:00:00Z'))).toBeNull();
  });

  test('a daily digest comes once on each day of the year despite clock changes', () => {
    for (const timeZone of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe']) {
      for (const hour of [1, 2]) {
        const slots = slotsServed(rhythm({ timeZone, hour }), '2026-01-01T12:07:00Z', 365 * 24, 6);
        expect(new Set(slots).size).toBe(365);
        expect(slots).toHaveLength(365);
      }
    }
  });

  test('an hour skipped by the clocks is due at the moment of the change', () => {
    const atTwo = rhythm({ timeZone: 'Europe/Berlin', hour: 2 });
    expect(slotsServed(atTwo, '2026-03-27T12:00:00Z', 72)).toEqual([
      '2026-03-28T01:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ]);
  });

  test('an hour repeated by the clocks is due only the first time', () => {
    const atTwo = rhythm({ timeZone: 'Europe/Berlin', hour: 2 });
    expect(slotsServed(atTwo, '2026-10-24T12:00:00Z', 72)).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
      '2026-10-27T01:00:00.000Z',
    ]);
  });

  test('a digest at midnight comes even on a day without midnight', () => {
    const atMidnight = rhythm({ timeZone: 'Africa/Cairo', hour: 0 });
    expect(slotsServed(atMidnight, '2026-04-22T12:00:00Z', 72)).toEqual([
      '2026-04-22T22:00:00.000Z',
      '2026-04-23T22:00:00.000Z',
      '2026-04-24T21:00:00.000Z',
    ]);
  });

  test('only the latest of several missed slots is due', () => {
    expect(shown(dueSlot(berlin, at('2026-11-17T12:00:00Z'), at('2026-11-21T09:00:00Z')))).toBe(
      '2026-11-21T07:00:00.000Z',
    );
  });

  test('a digest moved to an hour that has passed is due tomorrow', () => {
    const evening = { ...berlin, hour: 18 };
    const [lastRun, now] = [at('2026-11-21T10:00:00Z'), at('2026-11-21T11:00:00Z')];
    expect(dueSlot({ ...berlin, hour: 9 }, lastRun, now)).toBeNull();
    expect(dueSlot(evening, lastRun, now)).toBeNull();
    expect(shown(dueSlot(evening, at('2026-11-21T16:30:00Z'), at('2026-11-21T17:30:00Z')))).toBe(
      '2026-11-21T17:00:00.000Z',
    );
  });
});

describe('a weekly digest', () => {
  const tokyo = rhythm({ cadence: 'weekly', timeZone: 'Asia/Tokyo', hour: 6, weekday: 1 });

  test('a weekly digest is due on the chosen day in the person’s time zone', () => {
    // Monday 06:00 in Tokyo is Sunday 21:00 UTC.
    expect(slotsServed(tokyo, '2026-11-01T00:07:00Z', 4 * 7 * 24)).toEqual([
      '2026-11-01T21:00:00.000Z',
      '2026-11-08T21:00:00.000Z',
      '2026-11-15T21:00:00.000Z',
      '2026-11-22T21:00:00.000Z',
    ]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7])('a weekly digest can come on any day (%d)', (weekday) => {
    const slot = latestSlot({ ...tokyo, timeZone: 'UTC', weekday }, at('2026-11-22T12:00:00Z'));
    expect(shown(slot)).toBe(`2026-11-${15 + weekday}T06:00:00.000Z`);
  });
});

test('an hourly digest has a slot in each minute in which a run starts', () => {
  const hourly = rhythm({ cadence: 'hourly', timeZone: 'Asia/Kolkata' });
  expect(slotsServed(hourly, '2026-11-21T08:40:00Z', 0.5, 0.125)).toEqual([
    '2026-11-21T08:47:00.000Z',
    '2026-11-21T08:55:00.000Z',
    '2026-11-21T09:02:00.000Z',
    '2026-11-21T09:10:00.000Z',
  ]);
});

test.each([
  ['an hour after the last digest', 'hourly', 60, 'sent', false],
  ['less than an hour after the last digest', 'hourly', 45, 'sent', true],
  ['while the last digest is queued', 'hourly', 15, 'queued', true],
  ['before the slot of the last digest, because clocks differ', 'hourly', -15, 'sent', true],
  ['after a digest that was not mailed', 'hourly', 15, 'cancelled', false],
  ['after a failed digest', 'hourly', 15, 'failed', false],
  ['daily', 'daily', 15, 'sent', false],
  ['weekly', 'weekly', 15, 'sent', false],
] as const)('keeps hourly digests an hour apart: %s', (_name, cadence, minutes, last, tooSoon) => {
  const slotMs = at('2026-11-21T09:00:00Z');
  const due = { cadence, slotMs: slotMs + minutes * MINUTE_MS };
  expect(isTooSoon(due, { slotMs, state: last })).toBe(tooSoon);
});

test('a person who paused all mail is never due', () => {
  const paused = rhythm({ cadence: 'paused' });
  expect(slotsServed(paused, '2026-11-01T00:00:00Z', 24 * 14)).toEqual([]);
});
