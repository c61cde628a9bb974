import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { toldFromMs } from './switches.ts';

const NOW = Date.UTC(2026, 10, 21);

test.each([
  ['for five minutes', NOW - HOUR_MS / 12, null],
  ['for an hour', NOW - HOUR_MS, NOW],
  ['for ten days', NOW - 10 * DAY_MS, NOW],
  ['since nobody knows when', undefined, NOW],
])('what was off %s tells from then', (_, offAtMs, fromMs) => {
  expect(toldFromMs({ offAtMs, nowMs: NOW })).toBe(fromMs);
});
