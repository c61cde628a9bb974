import { describe, expect, test } from 'vitest';
import {
  type DigestEvent,
  type DigestProgress,
  GIVE_UP_AFTER_MS,
  ASKED_AGAIN_AFTER_MS,
  isOnItsWay,
  LEASE_MS,
  MAX_UNKNOWN,
  queuedProgress,
  step,
} from './digest-progress.ts';

const now = Date.UTC(2026, 10, 21, 12);

const queued = queuedProgress(now - 60_000);
const sending: DigestProgress = {
  ...queued,
  state: 'sending',
  attempt: 1,
  leaseUntilMs: now + 1000,
};
const over: DigestProgress = { ...sending, leaseUntilMs: now };
const overAgain: DigestProgress = { ...over, attempt: 2, takeovers: MAX_UNKNOWN - 1 };
const endOfWait = queued.createdAtMs + GIVE_UP_AFTER_MS + 1;
const old = { createdAtMs: now - GIVE_UP_AFTER_MS - 1 };
const finished = { attempt: 1, finishedAtMs: now - 1000 };

const states = {
  queued,
  'queued for more than a day': { ...queued, ...old },
  'queued again': { ...queued, attempt: 1, code: 'sendgrid-500' },
  'queued until later': { ...queued, attempt: 1, notBeforeMs: now + 1 },
  'queued until now': { ...queued, attempt: 1, notBeforeMs: now },
  'queued until later, for more than a day': { ...queued, ...old, notBeforeMs: now + 1 },
  'queued, perhaps sent': { ...queued, attempt: 1, takeovers: 1, code: 'sendgrid-502' },
  'queued, perhaps sent, for more than a day': { ...queued, ...old, attempt: 1, takeovers: 1 },
  sending,
  'sending for more than a day': { ...sending, ...old },
  'sending, lease over': over,
  'sending, lease over, for more than a day': { ...over, ...old },
  'sending, lease over a second time': overAgain,
  sent: { ...queued, ...finished, state: 'sent', messageId: 'm' },
  failed: { ...queued, ...finished, state: 'failed', code: 'sendgrid-400' },
  cancelled: { ...queued, ...finished, state: 'cancelled', code: 'paused' },
} satisfies Record<string, DigestProgress>;

const events = {
  claim: () => ({ kind: 'claim' }),
  accepted: (attempt) => ({ kind: 'accepted', messageId: 'm', attempt }),
  rejected: (attempt) => ({ kind: 'rejected', reason: 'sendgrid-400', attempt }),
  unknown: (attempt) => ({ kind: 'unknown', reason: 'sendgrid-504', attempt }),
  unavailable: (attempt) => ({
    kind: 'unavailable',
    reason: 'sendgrid-429',
    notBeforeMs: now + 30_000,
    attempt,
  }),
  postpone: (attempt) => ({ kind: 'postpone', reason: 'internal', notBeforeMs: null, attempt }),
  cancel: (attempt) => ({ kind: 'cancel', reason: 'paused', attempt }),
  taken: () => ({ kind: 'taken' }),
  returned: () => ({ kind: 'returned', reason: 'blocked' }),
} satisfies Record<string, (attempt: number) => DigestEvent>;

type Expected = 'ignored' | 'busy' | Partial<DigestProgress>;
type Row = Record<keyof typeof events, Expected>;

const nothing: Row = {
  claim: 'ignored',
  accepted: 'ignored',
  rejected: 'ignored',
  unknown: 'ignored',
  unavailable: 'ignored',
  postpone: 'ignored',
  cancel: 'ignored',
  taken: 'ignored',
  returned: 'ignored',
};
const claimed = { state: 'sending', leaseUntilMs: now + LEASE_MS, notBeforeMs: null } as const;
const done = { leaseUntilMs: null, notBeforeMs: null, finishedAtMs: now } as const;
const cancelled = { ...done, state: 'cancelled', code: 'paused' } as const;
const waiting = {
  ...nothing,
  postpone: { state: 'queued', code: 'internal', notBeforeMs: null },
  cancel: cancelled,
} as const;
const perhapsSent = { leaseUntilMs: null, takeovers: 1 } as const;
const reports = {
  taken: { ...done, state: 'sent', code: null },
  returned: { ...done, state: 'failed', code: 'blocked' },
} as const;
const outcomes = {
  ...reports,
  unknown: {
    ...perhapsSent,
    state: 'queued',
    code: 'sendgrid-504',
    notBeforeMs: now + ASKED_AGAIN_AFTER_MS,
  },
  accepted: { ...done, state: 'sent', messageId: 'm', code: null },
  rejected: { ...done, state: 'failed', code: 'sendgrid-400' },
  unavailable: {
    state: 'queued',
    leaseUntilMs: null,
    notBeforeMs: now + 30_000,
    code: 'sendgrid-429',
    finishedAtMs: null,
  },
} as const;
const gaveUp = { ...done, state: 'failed', code: 'gave-up' } as const;

const table: Record<keyof typeof states, Row> = {
  queued: { ...waiting, claim: { ...claimed, attempt: 1, takeovers: 0 } },
  'queued for more than a day': { ...waiting, claim: gaveUp },
  'queued again': { ...waiting, claim: { ...claimed, attempt: 2, takeovers: 0 } },
  'queued until later': { ...waiting, claim: 'busy' },
  'queued until now': { ...waiting, claim: { ...claimed, attempt: 2, takeovers: 0 } },
  'queued until later, for more than a day': { ...waiting, claim: gaveUp },
  'queued, perhaps sent': { ...waiting, ...reports, claim: { ...claimed, attempt: 2 } },
  'queued, perhaps sent, for more than a day': {
    ...waiting,
    ...reports,
    claim: { ...gaveUp, code: 'outcome-unknown' },
  },
  sending: { ...nothing, ...outcomes, claim: 'busy' },
  'sending for more than a day': { ...nothing, ...outcomes, claim: 'busy' },
  'sending, lease over': {
    ...outcomes,
    claim: { ...perhapsSent, state: 'queued', code: 'sender-died' },
    postpone: 'ignored',
    cancel: { ...cancelled, takeovers: 1 },
  },
  'sending, lease over, for more than a day': {
    ...outcomes,
    claim: { ...perhapsSent, state: 'queued', code: 'sender-died' },
    postpone: 'ignored',
    cancel: { ...cancelled, takeovers: 1 },
  },
  'sending, lease over a second time': {
    ...outcomes,
    unknown: { ...outcomes.unknown, takeovers: 2, notBeforeMs: endOfWait },
    claim: {
      leaseUntilMs: null,
      takeovers: 2,
      state: 'queued',
      code: 'sender-died',
      notBeforeMs: endOfWait,
    },
    postpone: 'ignored',
    cancel: { ...cancelled, takeovers: 2 },
  },
  sent: { ...nothing, returned: reports.returned },
  failed: nothing,
  cancelled: nothing,
};

const cases = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([event, expected]) => ({ state, event, expected })),
) as { state: keyof typeof states; event: keyof typeof events; expected: Expected }[];

test.each(cases)('handles $event of a digest that is $state', ({ state, event, expected }) => {
  const before = states[state];
  const copy = structuredClone(before);
  const taken = step(before, events[event](before.attempt), now);
  expect(before).toEqual(copy);
  if (typeof expected === 'string') expect(taken).toEqual({ kind: expected });
  else expect(taken).toEqual({ kind: 'moved', to: { ...before, ...expected } });
});

describe('obsolete outcomes', () => {
  const late = (['accepted', 'rejected', 'unknown', 'unavailable'] as const).map((event) => ({
    event,
  }));

  test.each(late)('ignores $event of an earlier claim', ({ event }) => {
    const takenOver = { ...sending, attempt: 2, takeovers: 1 };
    expect(step(takenOver, events[event](1), now)).toEqual({ kind: 'ignored' });
    expect(step(takenOver, events[event](2), now).kind).toBe('moved');
  });

  test.each(['postpone', 'cancel'] as const)(
    'ignores %s if another sender has claimed the digest since',
    (event) => {
      const unavailable = { ...queued, attempt: 2 };
      expect(step(unavailable, events[event](1), now)).toEqual({ kind: 'ignored' });
      expect(step(unavailable, events[event](2), now).kind).toBe('moved');
    },
  );
});

test('a lease expires to the millisecond, after the function’s timeout', () => {
  expect(step({ ...sending, leaseUntilMs: now + 1 }, { kind: 'claim' }, now).kind).toBe('busy');
  expect(step({ ...sending, leaseUntilMs: now }, { kind: 'claim' }, now).kind).toBe('moved');
  expect(LEASE_MS).toBeGreaterThan(2 * 120_000);
});

test('a digest fails after a day, to the millisecond', () => {
  const atLimit = { ...queued, createdAtMs: now - GIVE_UP_AFTER_MS };
  expect(step(atLimit, { kind: 'claim' }, now)).toMatchObject({ to: { state: 'sending' } });
});

test('a digest is on its way until it is settled or only a report can settle it', () => {
  const isOnTheWay = Object.entries(states).filter(([, digest]) => isOnItsWay(digest));
  expect(isOnTheWay.map(([name]) => name)).toEqual(
    Object.keys(states).filter((name) => /^(queued|sending)/.test(name)),
  );
  expect(isOnItsWay({ state: 'queued', takeovers: MAX_UNKNOWN })).toBe(false);
});
