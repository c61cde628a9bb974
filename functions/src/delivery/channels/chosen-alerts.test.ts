import { expect, test } from 'vitest';
import { alertFromMs, chooseAlerts, type ChosenAlerts, readChosenAlerts } from './chosen-alerts.ts';

const NOW = Date.UTC(2026, 10, 21);
const first = (alerts: ChosenAlerts['alerts']): ChosenAlerts => ({ alerts, from: {} });

test('starts an added alert now and keeps the start of the others', () => {
  const chosen = chooseAlerts(first(['001']), ['001', '002'], NOW);
  expect(alertFromMs(chosen.from, '001')).toBe(0);
  expect(alertFromMs(chosen.from, '002')).toBe(NOW);
});

test('starts all but the chosen alert now when a channel switches to all', () => {
  const chosen = chooseAlerts(first(['001']), 'all', NOW);
  expect(alertFromMs(chosen.from, '001')).toBe(0);
  expect(alertFromMs(chosen.from, '777')).toBe(NOW);
  const again = chooseAlerts(chosen, ['001', '777'], NOW + 5);
  expect(again.from).toEqual({ '001': 0, '777': NOW });
});

test.each([
  ['one', ['001', '002']],
  ['all', 'all'],
] as const)('restarts an alert that was removed from %s a minute ago', (_, before) => {
  const was = { ...first(before === 'all' ? before : [...before]), from: { '002': 7 } };
  const without = chooseAlerts(was, ['001'], NOW);
  expect(alertFromMs(chooseAlerts(without, ['001', '002'], NOW + 60_000).from, '002')).toBe(
    NOW + 60_000,
  );
  const back = chooseAlerts(without, 'all', NOW + 60_000);
  expect(alertFromMs(back.from, '001')).toBe(0);
  expect(alertFromMs(back.from, '777')).toBe(NOW + 60_000);
});

test('ignores the removed alerts that version 1.0 stored', () => {
  const stored = { from: { '002': 7 }, left: { '003': { atMs: NOW, fromMs: 9 } } };
  expect(readChosenAlerts(['002'], stored)).toEqual({ alerts: ['002'], from: { '002': 7 } });
});
