import { describe, expect, test } from 'vitest';
import {
  type DigestEvent,
  type DigestProgress,
  GIVE_UP_AFTER_MS,
  LEASE_MS,
  MAX_TAKEOVERS,
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
const overAgain: DigestProgress = { ...over, attempt: 2, takeovers: MAX_TAKEOVERS };
const old = { createdAtMs: now - GIVE_UP_AFTER_MS - 1 };
const finished = { attempt: 1, finishedAtMs: now - 1000 };

const states = {
  queued,
  'queued for more than a day': { ...queued, ...old },
  'queued again': { ...queued, attempt: 1, code: 'sendgrid-500' },
  sending,
  'sending for more than a day': { ...sending, ...old },
  'sending, lease over': over,
  'sending, lease over, for more than a day': { ...over, ...old },
  'sending, lease over a second time': overAgain,
  sent: { ...queued, ...finished, state: 'sent', messageId: 'm' },
  failed: { ...queued, ...finished, state: 'failed', code: 'sendgrid-400' },
  cancelled: { ...queued, ...finished, state: 'cancelled', code: 'paused' },
} satisfies Record<string, DigestProgress>;

/** The outcomes of the claim a digest in each state had last. */
const events = {
  claim: () => ({ kind: 'claim' }),
  accepted: (attempt) => ({ kind: 'accepted', messageId: 'm', attempt }),
  rejected: (attempt) => ({ kind: 'rejected', code: 'sendgrid-400', attempt }),
  unavailable: (attempt) => ({ kind: 'unavailable', code: 'sendgrid-500', attempt }),
  cancel: (attempt) => ({ kind: 'cancel', reason: 'paused', attempt }),
} satisfies Record<string, (attempt: number) => DigestEvent>;

type Expected = 'ignored' | 'busy' | Partial<DigestProgress>;
type Row = Record<keyof typeof events, Expected>;

const nothing: Row = {
  claim: 'ignored',
  accepted: 'ignored',
  rejected: 'ignored',
  unavailable: 'ignored',
  cancel: 'ignored',
};
const claimed = { state: 'sending', leaseUntilMs: now + LEASE_MS } as const;
const done = { leaseUntilMs: null, finishedAtMs: now } as const;
const outcomes = {
  accepted: { ...done, state: 'sent', messageId: 'm', code: null },
  rejected: { ...done, state: 'failed', code: 'sendgrid-400' },
  unavailable: { state: 'queued', leaseUntilMs: null, code: 'sendgrid-500', finishedAtMs: null },
  cancel: { ...done, state: 'cancelled', code: 'paused' },
} as const;
const gaveUp = { ...done, state: 'failed', code: 'gave-up' } as const;

const table: Record<keyof typeof states, Row> = {
  queued: { ...nothing, claim: { ...claimed, attempt: 1, takeovers: 0 } },
  'queued for more than a day': { ...nothing, claim: gaveUp },
  'queued again': { ...nothing, claim: { ...claimed, attempt: 2, takeovers: 0 } },
  sending: { ...outcomes, claim: 'busy' },
  'sending for more than a day': { ...outcomes, claim: 'busy' },
  'sending, lease over': { ...outcomes, claim: { ...claimed, attempt: 2, takeovers: 1 } },
  'sending, lease over, for more than a day': { ...outcomes, claim: { ...gaveUp, takeovers: 1 } },
  'sending, lease over a second time': {
    ...outcomes,
    claim: { ...done, state: 'failed', code: 'outcome-unknown' },
  },
  sent: nothing,
  failed: nothing,
  cancelled: nothing,
};

const cases = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([event, expected]) => ({ state, event, expected })),
) as { state: keyof typeof states; event: keyof typeof events; expected: Expected }[];

test.each(cases)('$event of a digest $state', ({ state, event, expected }) => {
  const before = states[state];
  const copy = structuredClone(before);
  const taken = step(before, events[event](before.attempt), now);
  expect(before).toEqual(copy);
  if (typeof expected === 'string') expect(taken).toEqual({ kind: expected });
  else expect(taken).toEqual({ kind: 'moved', to: { ...before, ...expected } });
});

describe('an outcome', () => {
  const late = (['accepted', 'rejected', 'unavailable', 'cancel'] as const).map((event) => ({
    event,
  }));

  test.each(late)('$event of a claim that was taken over has no say any more', ({ event }) => {
    const takenOver = { ...sending, attempt: 2, takeovers: 1 };
    expect(step(takenOver, events[event](1), now)).toEqual({ kind: 'ignored' });
    expect(step(takenOver, events[event](2), now).kind).toBe('moved');
  });
});

test('a lease lasts to the millisecond, and longer than the function may run', () => {
  expect(step({ ...sending, leaseUntilMs: now + 1 }, { kind: 'claim' }, now).kind).toBe('busy');
  expect(step({ ...sending, leaseUntilMs: now }, { kind: 'claim' }, now).kind).toBe('moved');
  expect(LEASE_MS).toBeGreaterThan(2 * 120_000);
});

test('a digest is given up after a day, to the millisecond', () => {
  const atLimit = { ...queued, createdAtMs: now - GIVE_UP_AFTER_MS };
  expect(step(atLimit, { kind: 'claim' }, now)).toMatchObject({ to: { state: 'sending' } });
});
