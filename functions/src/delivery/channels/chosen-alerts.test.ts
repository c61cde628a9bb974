import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { alertFromMs, chooseAlerts, type ChosenAlerts } from './chosen-alerts.ts';

const NOW = Date.UTC(2026, 10, 21);
const at = (hours: number) => ({ nowMs: NOW + hours * HOUR_MS });
const first = (alerts: ChosenAlerts['alerts']): ChosenAlerts => ({ alerts, from: {}, left: {} });

test('an alert that is added starts then, the others go on', () => {
  const chosen = chooseAlerts(first(['001']), ['001', '002'], at(0));
  expect(alertFromMs(chosen.from, '001')).toBe(0);
  expect(alertFromMs(chosen.from, '002')).toBe(NOW);
});

test('all alerts instead of one start then, but for that one', () => {
  const chosen = chooseAlerts(first(['001']), 'all', at(0));
  expect(alertFromMs(chosen.from, '001')).toBe(0);
  expect(alertFromMs(chosen.from, '777')).toBe(NOW);
  const again = chooseAlerts(chosen, ['001', '777'], at(5));
  expect(again.from).toEqual({ '001': 0, '777': NOW });
});

test.each([
  ['one', ['001', '002'], ['001']],
  ['all', 'all', ['001']],
] as const)('taken out and put in again within an hour, of %s, it goes on', (_, before, after) => {
  const was = { ...first(before === 'all' ? before : [...before]), from: { '002': 7 } };
  const without = chooseAlerts(was, [...after], at(0));
  const soon = { nowMs: NOW + 59 * MINUTE_MS };
  expect(alertFromMs(chooseAlerts(without, ['001', '002'], soon).from, '002')).toBe(7);
  expect(alertFromMs(chooseAlerts(without, ['001', '002'], at(1)).from, '002')).toBe(at(1).nowMs);
  const back = chooseAlerts(without, 'all', soon);
  expect(alertFromMs(back.from, '002')).toBe(7);
  expect(alertFromMs(back.from, '777')).toBe(before === 'all' ? 0 : soon.nowMs);
});
