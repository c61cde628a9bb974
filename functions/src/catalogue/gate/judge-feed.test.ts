import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { NOW } from '../testing/test-catalogue.ts';
import { FLOOD, type GateFacts, judgeFeed, MOST_STARTS, PROBATION_MS } from './judge-feed.ts';

/** A show that began yesterday. */
const NEW: GateFacts = {
  now: NOW,
  word: null,
  isWanted: false,
  isNamed: true,
  hasPassed: false,
  sinceMs: NOW - DAY_MS,
  followers: 0,
  declaresSynthetic: false,
  starts: 1,
  oldestLongMs: NOW - DAY_MS,
  lastDay: 1,
  listed: 1,
};
const OVER = { sinceMs: NOW - PROBATION_MS };
const OLD = { oldestLongMs: NOW - 30 * DAY_MS };
const BURST = { starts: MOST_STARTS + 1 };
const SYNTHETIC = { declaresSynthetic: true };
const MANY = { lastDay: FLOOD.episodes + 1 };
const FOLLOWED = { followers: 1 };
const BROUGHT = { isNamed: false };

const TABLE: [name: string, facts: Partial<GateFacts>, judgement: string][] = [
  ['began yesterday', {}, 'probation new'],
  ['began yesterday and is followed', FOLLOWED, 'probation new'],
  ['has waited for 14 days', OVER, 'passed waited'],
  ['has waited for almost 14 days', { sinceMs: OVER.sinceMs + 1 }, 'probation new'],
  ['has a long episode of 30 days ago', OLD, 'passed established'],
  ['has one of almost 30 days ago', { oldestLongMs: OLD.oldestLongMs + 1 }, 'probation new'],
  ['has short episodes only', { oldestLongMs: null }, 'probation new'],
  ['has had short episodes only for 14 days', { ...OVER, oldestLongMs: null }, 'passed waited'],
  ['is one of 20 starts', { ...OLD, starts: MOST_STARTS }, 'passed established'],
  ['is one of 21 starts', { ...OLD, ...BURST }, 'probation burst'],
  ['is one of 21 starts, 14 days later', { ...OLD, ...BURST, ...OVER }, 'dropped burst'],
  ['is one of 21 starts and followed', { ...BURST, ...OVER, ...FOLLOWED }, 'probation burst'],
  ['declares machines', { ...OLD, ...SYNTHETIC }, 'dropped synthetic'],
  ['declares machines and is followed', { ...SYNTHETIC, ...FOLLOWED }, 'probation synthetic'],
  ['has 100 episodes a day', { ...OLD, lastDay: FLOOD.episodes }, 'passed established'],
  ['has more than 100 a day', { ...OLD, ...MANY }, 'probation flood'],
  ['has more than 100 a day, 14 days later', { ...OLD, ...MANY, ...OVER }, 'dropped flood'],
  ['has more than 500 a day', { ...OLD, lastDay: FLOOD.most + 1 }, 'dropped flood'],
  ['has passed before', { hasPassed: true }, 'passed waited'],
  ['has passed and is a flood now', { ...OLD, ...MANY, hasPassed: true }, 'probation flood'],
  ['lists nothing', { oldestLongMs: null, listed: 0 }, 'probation empty'],
  ['has listed nothing for 14 days', { ...OVER, oldestLongMs: null, listed: 0 }, 'dropped empty'],
  ['only people brought, and began yesterday', { ...BROUGHT, ...FOLLOWED }, 'followers unnamed'],
  ['only people brought, and that is old', { ...BROUGHT, ...OLD, ...OVER }, 'followers unnamed'],
  [
    'only people brought, and passed once',
    { ...BROUGHT, ...OLD, hasPassed: true },
    'followers unnamed',
  ],
  ['only people brought, and is a flood', { ...BROUGHT, ...MANY, ...FOLLOWED }, 'followers flood'],
  ['only people brought, and machines make', { ...BROUGHT, ...SYNTHETIC }, 'dropped synthetic'],
  [
    'only people brought, and the operator passed',
    { ...BROUGHT, word: 'passed' },
    'passed operator',
  ],
  ['is the operator’s', { ...BURST, ...SYNTHETIC, isWanted: true }, 'passed wanted'],
  ['was passed by the operator', { ...SYNTHETIC, word: 'passed' }, 'passed operator'],
  ['was dropped by the operator', { ...OLD, ...FOLLOWED, word: 'dropped' }, 'dropped operator'],
];

describe('a show', () => {
  test.each(TABLE)('that %s', (_, facts, judgement) => {
    const { state, reason } = judgeFeed({ ...NEW, ...facts });
    expect(`${state} ${reason}`).toBe(judgement);
  });
});

const anyFacts = fc.record<GateFacts>({
  now: fc.constant(NOW),
  word: fc.constantFrom(null, 'passed', 'dropped'),
  isWanted: fc.boolean(),
  isNamed: fc.boolean(),
  hasPassed: fc.boolean(),
  sinceMs: fc.integer({ min: NOW - 40 * DAY_MS, max: NOW }),
  followers: fc.nat(2),
  declaresSynthetic: fc.boolean(),
  starts: fc.nat(2 * MOST_STARTS),
  oldestLongMs: fc.option(fc.integer({ min: NOW - 60 * DAY_MS, max: NOW })),
  lastDay: fc.nat(2 * FLOOD.most),
  listed: fc.nat(2),
});

const RANKS = { dropped: 0, followers: 1, probation: 2, passed: 3 };
const rankOf = (facts: GateFacts) => RANKS[judgeFeed(facts).state];

test('no follower and no older episode ever harms a show, no further start ever helps it', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const rank = rankOf(facts);
      expect(rankOf({ ...facts, followers: facts.followers + 1 })).toBeGreaterThanOrEqual(rank);
      expect(rankOf({ ...facts, ...OLD })).toBeGreaterThanOrEqual(rank);
      expect(rankOf({ ...facts, starts: facts.starts + 1 })).toBeLessThanOrEqual(rank);
      expect(rankOf({ ...facts, lastDay: facts.lastDay + 1 })).toBeLessThanOrEqual(rank);
    }),
  );
});

test('what nobody public has named is heard by others by the operator’s word or list alone', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { state, reason } = judgeFeed({ ...facts, isNamed: false });
      if (state !== 'dropped' && state !== 'followers')
        expect(['operator', 'wanted']).toContain(reason);
      expect(judgeFeed({ ...facts, isNamed: true }).state).not.toBe('followers');
    }),
  );
});

test('after 14 days nobody waits but for who follows it', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { state } = judgeFeed({ ...facts, ...OVER });
      if (facts.followers === 0) expect(state).not.toBe('probation');
    }),
  );
});
