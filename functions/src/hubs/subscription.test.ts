import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import {
  answerHub,
  dueAfterNotification,
  type HubQuery,
  isActive,
  isOver,
  startAsking,
  type Subscription,
} from './subscription.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const TOPIC = 'https://show.example/feed';

function subscription(fields: Partial<Subscription> = {}): Subscription {
  return {
    feedUrl: TOPIC,
    hub: 'https://hub.example/',
    topic: TOPIC,
    token: 'token',
    secret: 'secret',
    isWanted: true,
    askedAtMs: NOW - 1000,
    answeredAtMs: null,
    tries: 1,
    nextAskAtMs: NOW + HOUR_MS,
    leaseEndsAtMs: null,
    dueAtMs: null,
    fetchedAtMs: null,
    vain: 0,
    ...fields,
  };
}

const query = (fields: Partial<HubQuery> = {}): HubQuery => ({
  mode: 'subscribe',
  topic: TOPIC,
  challenge: 'challenge-1',
  leaseSeconds: '864000',
  ...fields,
});

describe('a verification', () => {
  test.each([
    ['as requested', '864000', 10 * DAY_MS, 7.5 * DAY_MS],
    ['of an hour', '3600', HOUR_MS, 6 * HOUR_MS],
    ['of nothing', '0', 0, 6 * HOUR_MS],
    ['of ten years', '315360000', 10 * DAY_MS, 7.5 * DAY_MS],
    ['beyond all numbers', '9'.repeat(12), 10 * DAY_MS, 7.5 * DAY_MS],
    ['that is negative', '-5', DAY_MS, 0.75 * DAY_MS],
    ['that is not stated', undefined, DAY_MS, 0.75 * DAY_MS],
  ])('stores a lease %s, and renews it before its end', (_, leaseSeconds, leaseMs, renewedMs) => {
    expect(answerHub(subscription(), query({ leaseSeconds }), NOW)).toEqual({
      kind: 'agreed',
      challenge: 'challenge-1',
      change: {
        answeredAtMs: NOW,
        tries: 0,
        leaseEndsAtMs: NOW + leaseMs,
        nextAskAtMs: NOW + renewedMs,
      },
    });
  });

  test('changes nothing when it is repeated with another lease', () => {
    const known = subscription({ answeredAtMs: NOW, leaseEndsAtMs: NOW + DAY_MS });
    expect(answerHub(known, query({ leaseSeconds: '1' }), NOW + 1)).toEqual({
      kind: 'agreed',
      challenge: 'challenge-1',
      change: null,
    });
  });

  test.each([
    ['another topic', query({ topic: 'https://other.example/feed' }), {}],
    ['no topic', query({ topic: undefined }), {}],
    ['a subscription that was not asked for', query(), { askedAtMs: null }],
    ['the end of a wanted subscription', query({ mode: 'unsubscribe' }), {}],
    ['a subscription that is to end', query(), { isWanted: false }],
    ['an unknown mode', query({ mode: 'publish' }), {}],
    ['no mode', query({ mode: undefined }), {}],
    ['no challenge', query({ challenge: undefined }), {}],
    ['a page as challenge', query({ challenge: '<script>alert(1)</script>' }), {}],
    ['a challenge of a megabyte', query({ challenge: 'a'.repeat(1_000_000) }), {}],
    ['a denial of another topic', query({ mode: 'denied', topic: 'x' }), {}],
  ])('agrees not to %s', (_, asked, fields) => {
    expect(answerHub(subscription(fields), asked, NOW)).toEqual({ kind: 'unknown' });
  });

  test('deletes a subscription that is to end', () => {
    const known = subscription({ isWanted: false, leaseEndsAtMs: NOW + DAY_MS });
    expect(answerHub(known, query({ mode: 'unsubscribe' }), NOW)).toEqual({
      kind: 'agreed',
      challenge: 'challenge-1',
      change: 'deleted',
    });
  });
});

test('leaves a hub alone for a month after a denial, and notes it once for each request', () => {
  const denied = { mode: 'denied', challenge: undefined };
  const known = subscription({ leaseEndsAtMs: NOW + DAY_MS, answeredAtMs: NOW - DAY_MS });
  const answer = answerHub(known, query(denied), NOW);
  const change = { answeredAtMs: NOW, leaseEndsAtMs: null, nextAskAtMs: NOW + 30 * DAY_MS };
  expect(answer).toEqual({ kind: 'noted', change });
  const after = { ...known, ...change };
  expect(answerHub(after, query(denied), NOW)).toEqual({ kind: 'noted', change: null });
  expect(isActive(after, NOW)).toBe(false);
});

test('asks a hub that never answers ever more rarely', () => {
  let known = subscription({ tries: 0 });
  const pauses = Array.from({ length: 7 }, () => {
    known = { ...known, ...startAsking(known, NOW) };
    return (known.nextAskAtMs - NOW) / HOUR_MS;
  });
  expect(pauses).toEqual([1, 4, 16, 64, 168, 168, 168]);
});

test('forgets an unwanted subscription without a lease, at its end, and after three requests', () => {
  const over = (fields: Partial<Subscription>) => isOver(subscription(fields), NOW);
  const ending = { isWanted: false, leaseEndsAtMs: NOW + 1, tries: 0 };
  expect(over(ending)).toBe(false);
  expect(over({ ...ending, leaseEndsAtMs: null })).toBe(true);
  expect(over({ ...ending, leaseEndsAtMs: NOW })).toBe(true);
  expect(over({ ...ending, tries: 3 })).toBe(true);
  expect(over({ isWanted: true, tries: 99 })).toBe(false);
});

describe('a notification', () => {
  test('makes the feed due at once, then every five minutes', () => {
    expect(dueAfterNotification(subscription(), NOW)).toBe(NOW);
    const fetched = subscription({ fetchedAtMs: NOW - MINUTE_MS });
    expect(dueAfterNotification(fetched, NOW)).toBe(NOW + 4 * MINUTE_MS);
    expect(dueAfterNotification({ ...fetched, dueAtMs: NOW + 1 }, NOW)).toBeNull();
  });

  test('causes a fetch every six hours if its hub lies', () => {
    const gaps = [0, 1, 2, 6, 7, 1000].map((vain) => {
      const due = dueAfterNotification(subscription({ vain, fetchedAtMs: NOW }), NOW) ?? 0;
      return (due - NOW) / MINUTE_MS;
    });
    expect(gaps).toEqual([5, 10, 20, 320, 360, 360]);
  });

  test('counts while the lease of its subscription lasts', () => {
    expect(isActive(subscription({ leaseEndsAtMs: NOW + 1 }), NOW)).toBe(true);
    expect(isActive(subscription({ leaseEndsAtMs: NOW }), NOW)).toBe(false);
    expect(isActive(subscription({ leaseEndsAtMs: null }), NOW)).toBe(false);
    expect(isActive(subscription({ isWanted: false, leaseEndsAtMs: NOW + 1 }), NOW)).toBe(false);
  });
});
