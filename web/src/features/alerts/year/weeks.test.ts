import { DAY_MS } from 'functions/contract';
import { expect, test } from 'vitest';
import { weekName, weeksUntil } from './weeks.ts';

test.each(['2026-11-30T12:00', '2026-03-29T00:00', '2026-10-25T23:59', '2028-02-29T05:00'])(
  'divides the year until %s into weeks without gaps, the last one ending with the day',
  (time) => {
    const now = new Date(time).getTime();
    const weeks = weeksUntil(now);
    expect(weeks).toHaveLength(52);
    for (const [at, { sinceMs, untilMs }] of weeks.entries()) {
      if (at > 0) expect(sinceMs).toBe(weeks[at - 1]?.untilMs);
      expect(Math.round((untilMs - sinceMs) / DAY_MS)).toBe(7);
    }
    const { sinceMs = 0, untilMs = 0 } = weeks.at(-1) ?? {};
    expect(untilMs).toBeGreaterThan(now);
    expect(untilMs - now).toBeLessThanOrEqual(1.1 * DAY_MS);
    expect(sinceMs).toBeLessThan(now);
  },
);

test('names a week by its first and last day', () => {
  const week = weeksUntil(new Date(2026, 10, 30, 12).getTime()).at(-1)!;
  expect(weekName(week)).toBe('Nov 24 – Nov 30');
});
