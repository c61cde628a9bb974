import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  digestsOfDay,
  EMPTY_LEDGER,
  LEDGER_DAYS,
  MAX_LEDGER_BYTES,
  pairHash,
  sentPairs,
  withDigest,
} from './ledger.ts';
import { NEWS_DAYS, WINDOW_DAYS } from './send-alerts.ts';

const DAY_MS = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12);

describe('the ledger', () => {
  test('remembers every pair, over days and digests', () => {
    const pairs = fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{16}$/), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(pairs, fc.nat({ max: 20 }))), (digests) => {
        let ledger = EMPTY_LEDGER;
        let at = now;
        for (const [made, hours] of digests) {
          at += hours * 3_600_000;
          ledger = withDigest(ledger, made, at);
        }
        const recent = digests.slice(-15).flatMap(([made]) => made);
        expect([...sentPairs(ledger)]).toEqual(expect.arrayContaining(recent));
      }),
    );
  });

  test('forgets a pair only after its episode is too old to be looked at', () => {
    // Dated a day ahead, stored and told at once: the most such an episode can be ahead of its day.
    expect(LEDGER_DAYS).toBeGreaterThan(WINDOW_DAYS + NEWS_DAYS + 1);
    const pair = pairHash('alert', 'episode');
    const told = withDigest(EMPTY_LEDGER, [pair], now);
    const kept = withDigest(told, [], now + LEDGER_DAYS * DAY_MS);
    expect(sentPairs(kept)).toContain(pair);
    const forgotten = withDigest(told, [], now + (LEDGER_DAYS + 1) * DAY_MS);
    expect(sentPairs(forgotten).size).toBe(0);
    expect(Object.keys(forgotten.digests)).toHaveLength(1);
  });

  test('counts the digests of a day of UTC', () => {
    const two = withDigest(withDigest(EMPTY_LEDGER, [], now), [], now + 1);
    expect(digestsOfDay(two, now + 11 * 3_600_000)).toBe(2);
    expect(digestsOfDay(two, now + 12 * 3_600_000)).toBe(0);
  });

  test('stays within its size, the oldest days and pairs forgotten first', () => {
    const many = (prefix: string) =>
      Array.from({ length: 60_000 }, (_, index) => prefix + index.toString(16).padStart(15, '0'));
    let ledger = withDigest(EMPTY_LEDGER, many('a'), now - DAY_MS);
    ledger = withDigest(ledger, many('b'), now);
    expect(Object.keys(ledger.sent)).toHaveLength(1);
    ledger = withDigest(ledger, many('c'), now);
    const bytes = Object.values(ledger.sent).reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBe(MAX_LEDGER_BYTES);
    expect(sentPairs(ledger)).toContain(many('c').at(0));
    expect(sentPairs(ledger)).not.toContain(many('b').at(0));
  });

  test('tells alerts and episodes apart', () => {
    expect(pairHash('a', 'b')).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set([pairHash('a', 'b'), pairHash('b', 'a'), pairHash('a', 'c')]).size).toBe(3);
  });
});
