import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { toldFromMs } from './switches.ts';

const NOW = Date.UTC(2026, 10, 21);

test.each([
  ['for five minutes', NOW - HOUR_MS / 12, false, null],
  ['for five minutes, with the last days', NOW - HOUR_MS / 12, true, null],
  ['for an hour', NOW - HOUR_MS, false, NOW],
  ['for ten days', NOW - 10 * DAY_MS, false, NOW],
  ['for ten days, with the last days', NOW - 10 * DAY_MS, true, NOW - 7 * DAY_MS],
  ['since nobody knows when', undefined, false, NOW],
])('what was off %s tells from then', (_, offAtMs, catchUp, fromMs) => {
  expect(toldFromMs({ offAtMs, nowMs: NOW, catchUp })).toBe(fromMs);
});
