import { expect, test } from 'vitest';
import { exportLedger } from './export-sent-log.ts';

test('a ledger is told day by day, oldest first', () => {
  const ledger = {
    sent: { '2026-11-21': Buffer.alloc(24), '2026-11-19': Buffer.alloc(8) },
    digests: { '2026-11-21': 2, '2026-11-20': 1 },
  };
  expect(exportLedger(ledger)).toEqual([
    { day: '2026-11-19', episodes: 1, digests: 0 },
    { day: '2026-11-20', episodes: 0, digests: 1 },
    { day: '2026-11-21', episodes: 3, digests: 2 },
  ]);
});

test('without a ledger nothing was mailed', () => {
  expect(exportLedger(undefined)).toEqual([]);
});

test('a ledger that cannot be read is not left out in silence', () => {
  expect(() => exportLedger({ sent: { '2026-11-21': 'text' }, digests: {} })).toThrow();
  expect(() => exportLedger({})).toThrow();
});
