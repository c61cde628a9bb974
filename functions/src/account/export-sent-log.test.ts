import { expect, test } from 'vitest';
import { exportSentLog } from './export-sent-log.ts';

test('a sent log is told day by day, oldest first', () => {
  const sentLog = {
    sent: { '2026-11-21': Buffer.alloc(24), '2026-11-19': Buffer.alloc(8) },
    digests: { '2026-11-21': 2, '2026-11-20': 1 },
  };
  expect(exportSentLog(sentLog)).toEqual([
    { day: '2026-11-19', episodes: 1, digests: 0 },
    { day: '2026-11-20', episodes: 0, digests: 1 },
    { day: '2026-11-21', episodes: 3, digests: 2 },
  ]);
});

test('without a sent log nothing was mailed', () => {
  expect(exportSentLog(undefined)).toEqual([]);
});

test('a sent log that cannot be read is not left out in silence', () => {
  expect(() => exportSentLog({ sent: { '2026-11-21': 'text' }, digests: {} })).toThrow();
  expect(() => exportSentLog({})).toThrow();
});
