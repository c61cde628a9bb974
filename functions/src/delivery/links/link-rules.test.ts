import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import {
  changeCadence,
  mayRestoreTerm,
  mayUndoPause,
  type PersonBefore,
  undoStopAll,
} from './link-rules.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const AGO = NOW - MINUTE_MS;
const pausedAt = (pausedAtMs: number, pausedByLinkAtMs: number | null) => ({
  isPaused: true,
  pausedAtMs,
  pausedByLinkAtMs,
  resumedAtMs: null,
});

test.each([
  ['an alert that a link paused a minute ago', pausedAt(AGO, AGO), true],
  ['an alert that a link paused a day ago', pausedAt(NOW - DAY_MS, NOW - DAY_MS), false],
  ['an alert that its owner paused', pausedAt(AGO, null), false],
  ['an alert that its owner paused a microsecond later', pausedAt(AGO + 0.001, AGO), false],
  [
    'an alert that its owner has resumed since',
    { ...pausedAt(AGO, AGO), resumedAtMs: AGO + 1 },
    false,
  ],
  ['an alert that was resumed before', { ...pausedAt(AGO, AGO), resumedAtMs: AGO - 1 }, true],
  ['an alert that is not paused', { ...pausedAt(AGO, AGO), isPaused: false }, false],
])('decides if a link can undo the pause of %s', (_, alert, isUndone) => {
  expect(mayUndoPause(alert, NOW)).toBe(isUndone);
});

test('restores mail and cadence only if a link changed them last', () => {
  const stopped: PersonBefore = {
    fields: { cadence: 'paused', cadenceBeforePause: 'hourly' },
    updatedAtMs: AGO,
    byLink: { atMs: AGO, before: 'hourly' },
  };
  expect(undoStopAll(stopped, NOW)?.fields.cadence).toBe('hourly');
  expect(undoStopAll({ ...stopped, updatedAtMs: AGO + 0.001 }, NOW)).toBeNull();
  expect(undoStopAll(stopped, AGO + DAY_MS)).toBeNull();
  const rarer = { ...stopped, fields: { cadence: 'weekly' } };
  expect(changeCadence(rarer, 'hourly', NOW)?.before).toBeNull();
  expect(changeCadence({ ...rarer, updatedAtMs: AGO + 0.001 }, 'hourly', NOW)).toBeNull();
  expect(changeCadence(rarer, 'daily', NOW)).toBeNull();
});

test('restores a term only if a link excluded it last', () => {
  expect(mayRestoreTerm({ excludedAtMs: AGO, byLinkAtMs: AGO }, NOW)).toBe(true);
  expect(mayRestoreTerm({ excludedAtMs: AGO + 0.001, byLinkAtMs: AGO }, NOW)).toBe(false);
  expect(mayRestoreTerm({ excludedAtMs: null, byLinkAtMs: null }, NOW)).toBe(false);
});
