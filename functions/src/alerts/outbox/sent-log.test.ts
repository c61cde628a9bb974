import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { normalFormOf } from '../match/saved-keywords.ts';
import {
  digestsOfDay,
  EMPTY_SENT_LOG,
  SENT_LOG_DAYS,
  MAX_SENT_LOG_BYTES,
  pairBytes,
  pairHash,
  pairsUnsent,
  scopesOf,
  sentPairs,
  withDigest,
  withoutPairs,
  wordsHash,
} from './sent-log.ts';
import { RECENT_DAYS, WINDOW_DAYS } from '../match/match-window.ts';

const now = Date.UTC(2026, 10, 21, 12);
const NONE = new Uint8Array();
const at = (atMs: number) => ({ digestId: 'digest', atMs });

/** As version 1.1 stored them. Another hash would send episodes twice or drop pending ones. */
test.each([
  [{ keyword: 'OpenAI' }, '7d3194f79e645c42', 'openai'],
  [{ keyword: 'money.co.uk' }, '4b9c5d48d795b633', 'money couk'],
  [{ keyword: 'AC/DC -live', language: 1 }, 'e7761ca1da98093e', 'ac dc'],
  [{ keyword: 'नरेन्द्र मोदी', spoken: false }, '87cb110d1d331413', 'नरेन्द्र मोदी'],
  [{ keyword: '髙橋', onlyAbout: true }, 'd7486ef434562eb0', '髙橋'],
] as const)('the alert %j has the hash %s and the scope %s, as before', (alert, hash, form) => {
  expect(wordsHash(alert)).toBe(hash);
  expect(scopesOf('a', normalFormOf(alert))).toEqual(['alert a', `form ${form}`]);
});

describe('the sent log', () => {
  test('the sent log retains every pair of recent digests', () => {
    const pairs = fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{16}$/), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(pairs, fc.nat({ max: 20 }))), (digests) => {
        let sentLog = EMPTY_SENT_LOG;
        let atMs = now;
        for (const [made, hours] of digests) {
          atMs += hours * HOUR_MS;
          sentLog = withDigest(sentLog, pairBytes(made), at(atMs));
        }
        const recent = digests.slice(-15).flatMap(([made]) => made);
        expect([...sentPairs(sentLog)]).toEqual(expect.arrayContaining(recent));
      }),
    );
  });

  test('a pair is dropped only when its episode is too old to match', () => {
    // The worst case is an episode that is dated a day ahead and sent immediately.
    expect(SENT_LOG_DAYS).toBeGreaterThan(WINDOW_DAYS + RECENT_DAYS + 1);
    const pair = pairHash('alert', 'episode');
    const logged = withDigest(EMPTY_SENT_LOG, pairBytes([pair]), at(now));
    const kept = withDigest(logged, NONE, at(now + SENT_LOG_DAYS * DAY_MS));
    expect(sentPairs(kept)).toContain(pair);
    const forgotten = withDigest(logged, NONE, at(now + (SENT_LOG_DAYS + 1) * DAY_MS));
    expect(sentPairs(forgotten).size).toBe(0);
    expect(Object.keys(forgotten.digests)).toHaveLength(1);
  });

  test('counts digests per UTC day', () => {
    const two = withDigest(withDigest(EMPTY_SENT_LOG, NONE, at(now)), NONE, at(now + 1));
    expect(digestsOfDay(two, now + 11 * HOUR_MS)).toBe(2);
    expect(digestsOfDay(two, now + 12 * HOUR_MS)).toBe(0);
  });

  test('a full sent log drops the oldest days and pairs first', () => {
    const many = (prefix: string) =>
      Array.from({ length: 60_000 }, (_, index) => prefix + index.toString(16).padStart(15, '0'));
    let sentLog = withDigest(EMPTY_SENT_LOG, pairBytes(many('a')), at(now - DAY_MS));
    sentLog = withDigest(sentLog, pairBytes(many('b')), at(now));
    expect(Object.keys(sentLog.sent)).toHaveLength(1);
    sentLog = withDigest(sentLog, pairBytes(many('c')), at(now));
    const bytes = Object.values(sentLog.sent).reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBe(MAX_SENT_LOG_BYTES);
    expect(sentPairs(sentLog)).toContain(many('c').at(0));
    expect(sentPairs(sentLog)).not.toContain(many('b').at(0));
  });

  test('a full sent log stores up to when it dropped pairs', () => {
    const pairs = (count: number) => new Uint8Array(count * 8);
    const whole = withDigest(EMPTY_SENT_LOG, pairs(60_000), at(now - DAY_MS));
    expect(whole.forgottenUntilMs).toBe(0);
    const over = withDigest(whole, pairs(60_000), at(now));
    expect(over.forgottenUntilMs).toBe(Date.UTC(2026, 10, 21));
    expect(withDigest(over, pairs(60_000), at(now + 1)).forgottenUntilMs).toBe(now + 1);
    const later = withDigest(over, pairs(1), at(now + (SENT_LOG_DAYS + 1) * DAY_MS));
    expect(later.forgottenUntilMs).toBe(over.forgottenUntilMs);
  });

  test('a full sent log lists unsent matches until they are sent', () => {
    const [left, other] = [pairHash('alert', 'left'), pairHash('alert', 'other')];
    const full = { ...EMPTY_SENT_LOG, sent: { '2026-11-20': new Uint8Array(MAX_SENT_LOG_BYTES) } };
    const cut = withDigest(full, pairBytes([other]), at(now), pairBytes([left]));
    expect([...pairsUnsent(cut)]).toEqual([left]);
    const unmailed = pairBytes([other]);
    expect([...pairsUnsent(withoutPairs(cut, unmailed, unmailed))]).toEqual([left, other]);
    const logged = withDigest(cut, pairBytes([left]), at(now + 1));
    expect(logged).not.toHaveProperty('unsent');
    const later = withDigest(cut, NONE, at(now + (SENT_LOG_DAYS + 1) * DAY_MS));
    expect(later).not.toHaveProperty('unsent');
    const roomy = withDigest(EMPTY_SENT_LOG, pairBytes([other]), at(now), pairBytes([left]));
    expect(roomy).not.toHaveProperty('unsent');
    expect(withoutPairs(roomy, pairBytes([other]))).not.toHaveProperty('unsent');
  });

  test('retains the newest days that fit, in any order of the stored days', () => {
    const pairs = (count: number) => new Uint8Array(count * 8);
    const sent = {
      '2026-11-18': pairs(1),
      '2026-11-20': pairs(40_000),
      '2026-11-17': pairs(1),
      '2026-11-19': pairs(40_000),
    };
    const full = withDigest({ ...EMPTY_SENT_LOG, sent }, pairs(20_000), at(now));
    expect(Object.keys(full.sent).sort()).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
    expect(full.forgottenUntilMs).toBe(Date.UTC(2026, 10, 19));
  });

  test('pairs differ by alert and by episode', () => {
    expect(pairHash('a', 'b')).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set([pairHash('a', 'b'), pairHash('b', 'a'), pairHash('a', 'c')]).size).toBe(3);
  });

  test('removes only the entries of a digest that was not sent', () => {
    const pair = fc.stringMatching(/^[0-9a-f]{16}$/);
    const digests = fc.array(fc.tuple(fc.uniqueArray(pair, { maxLength: 9 }), fc.nat({ max: 20 })));
    fc.assert(
      fc.property(digests, fc.uniqueArray(pair, { minLength: 1, maxLength: 9 }), (made, unsent) => {
        let sentLog = EMPTY_SENT_LOG;
        for (const [pairs, hours] of made) {
          sentLog = withDigest(sentLog, pairBytes(pairs), at(now + hours * HOUR_MS));
        }
        const others = sentPairs(sentLog);
        const after = withoutPairs(
          withDigest(sentLog, pairBytes(unsent), at(now)),
          pairBytes(unsent),
        );
        expect(sentPairs(after)).toEqual(others);
      }),
    );
  });

  test('retains a pair that another digest sent as well', () => {
    const pairs = pairBytes([pairHash('alert', 'episode'), pairHash('alert', 'other')]);
    const sent = withDigest(EMPTY_SENT_LOG, pairs.slice(0, 8), at(now - DAY_MS));
    const unsent = withoutPairs(withDigest(sent, pairs, at(now)), pairs);
    expect([...sentPairs(unsent)]).toEqual([pairHash('alert', 'episode')]);
    expect(unsent.sent).toEqual({
      '2026-11-20': Buffer.from(pairs.slice(0, 8)),
      '2026-11-21': Buffer.alloc(0),
    });
  });

  test('removes a pair once per occurrence, from the newest day first', () => {
    const pair = pairBytes([pairHash('alert', 'episode')]);
    let logged = EMPTY_SENT_LOG;
    for (const daysAgo of [3, 2, 1, 0]) {
      logged = withDigest(logged, pair, at(now - daysAgo * DAY_MS));
    }
    expect(withoutPairs(logged, pair).sent).toEqual({
      '2026-11-18': Buffer.from(pair),
      '2026-11-19': Buffer.from(pair),
      '2026-11-20': Buffer.from(pair),
      '2026-11-21': Buffer.alloc(0),
    });
  });

  test('an unmailed digest still counts for its day', () => {
    const pairs = pairBytes([pairHash('alert', 'episode')]);
    const logged = withDigest(EMPTY_SENT_LOG, pairs, at(now));
    expect(digestsOfDay(withoutPairs(logged, pairs), now)).toBe(1);
    expect(sentPairs(logged).size).toBe(1);
  });

  test('removing unknown pairs changes nothing', () => {
    const logged = withDigest(EMPTY_SENT_LOG, pairBytes([pairHash('a', 'b')]), at(now));
    expect(sentPairs(withoutPairs(logged, pairBytes([pairHash('c', 'd')])))).toEqual(
      sentPairs(logged),
    );
    expect(withoutPairs(EMPTY_SENT_LOG, NONE)).toEqual(EMPTY_SENT_LOG);
  });
});
