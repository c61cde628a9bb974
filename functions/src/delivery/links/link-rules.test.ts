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
  ['what a link paused a minute ago', pausedAt(AGO, AGO), true],
  ['a day ago', pausedAt(NOW - DAY_MS, NOW - DAY_MS), false],
  ['what its owner paused', pausedAt(AGO, null), false],
  ['what its owner paused a microsecond later', pausedAt(AGO + 0.001, AGO), false],
  ['what its owner has resumed since', { ...pausedAt(AGO, AGO), resumedAtMs: AGO + 1 }, false],
  ['what was resumed before', { ...pausedAt(AGO, AGO), resumedAtMs: AGO - 1 }, true],
  ['what is not paused', { ...pausedAt(AGO, AGO), isPaused: false }, false],
])('a link that undoes a pause, of %s', (_, alert, isUndone) => {
  expect(mayUndoPause(alert, NOW)).toBe(isUndone);
});

test('all mail and its rhythm are brought back only while a link had the last word', () => {
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

test('a term is brought back only while a link left it out last', () => {
  expect(mayRestoreTerm({ excludedAtMs: AGO, byLinkAtMs: AGO }, NOW)).toBe(true);
  expect(mayRestoreTerm({ excludedAtMs: AGO + 0.001, byLinkAtMs: AGO }, NOW)).toBe(false);
  expect(mayRestoreTerm({ excludedAtMs: null, byLinkAtMs: null }, NOW)).toBe(false);
});
