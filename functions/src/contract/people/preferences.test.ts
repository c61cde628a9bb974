import { describe, expect, test } from 'vitest';
import {
  CADENCES,
  DEFAULT_PREFERENCES,
  MAX_TIME_ZONE_LENGTH,
  newPreferencesSchema,
  preferencesSchema,
  suppressionSchema,
} from './preferences.ts';

const chosen = { cadence: 'weekly', hour: 18, weekday: 5, timeZone: 'Europe/Berlin' };

function accepts(changes: Record<string, unknown>): boolean {
  return newPreferencesSchema.safeParse({ ...chosen, ...changes }).success;
}

describe('chosen preferences', () => {
  test('newPreferencesSchema requires all four fields and rejects others', () => {
    expect(newPreferencesSchema.parse(chosen)).toEqual(chosen);
    expect(newPreferencesSchema.parse(DEFAULT_PREFERENCES)).toEqual(DEFAULT_PREFERENCES);
    expect(accepts({ suppression: null })).toBe(false);
    for (const name of Object.keys(chosen)) expect(accepts({ [name]: undefined })).toBe(false);
  });

  test('newPreferencesSchema accepts four cadences', () => {
    expect(CADENCES.map((cadence) => accepts({ cadence }))).toEqual([true, true, true, true]);
    expect(['monthly', '', 'Daily', null].some((cadence) => accepts({ cadence }))).toBe(false);
  });

  test('newPreferencesSchema accepts hours 0 to 23 and weekdays 1 to 7', () => {
    expect([0, 23].every((hour) => accepts({ hour }))).toBe(true);
    expect([-1, 24, 7.5, '8', NaN, null].some((hour) => accepts({ hour }))).toBe(false);
    expect([1, 7].every((weekday) => accepts({ weekday }))).toBe(true);
    expect([0, 8, 1.5, '1', null].some((weekday) => accepts({ weekday }))).toBe(false);
  });

  test.each(['UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12', 'America/Port-au-Prince'])(
    'newPreferencesSchema accepts the time zone %s',
    (timeZone) => {
      expect(accepts({ timeZone })).toBe(true);
    },
  );

  test.each([
    ['', 'Mars/Olympus', 'Europe/', '/Europe/Berlin', 'Europe Berlin', ' UTC', '+01:00', 7, null],
    ['A'.repeat(MAX_TIME_ZONE_LENGTH + 1)],
  ])('newPreferencesSchema rejects invalid time zones (case %#)', (...zones) => {
    expect(zones.filter((timeZone) => accepts({ timeZone }))).toEqual([]);
  });
});

describe('stored preferences', () => {
  test('preferencesSchema reads stored preferences unchanged', () => {
    const stored = { ...chosen, updatedAtMs: 5 };
    expect(preferencesSchema.parse(stored)).toEqual(stored);
  });

  test('preferencesSchema defaults to daily if nothing was chosen', () => {
    const fallback = { ...DEFAULT_PREFERENCES, updatedAtMs: null };
    expect(preferencesSchema.parse({})).toEqual(fallback);
    expect(preferencesSchema.parse({ suppression: { reason: 'bounce', atMs: 5 } })).toEqual(
      fallback,
    );
  });

  test('preferencesSchema replaces each invalid field by its default', () => {
    const odd = { ...chosen, hour: 99, timeZone: 'Mars/Olympus', updatedAtMs: 'yesterday' };
    expect(preferencesSchema.parse(odd)).toEqual({
      ...chosen,
      hour: DEFAULT_PREFERENCES.hour,
      timeZone: DEFAULT_PREFERENCES.timeZone,
      updatedAtMs: null,
    });
  });
});

test('suppressionSchema requires a known reason and a time', () => {
  for (const reason of ['bounce', 'dropped', 'spamreport', 'unsubscribe']) {
    expect(suppressionSchema.parse({ reason, atMs: 5 })).toEqual({ reason, atMs: 5 });
  }
  expect(suppressionSchema.safeParse({ reason: 'deferred', atMs: 5 }).success).toBe(false);
  expect(suppressionSchema.safeParse({ reason: 'bounce' }).success).toBe(false);
});
