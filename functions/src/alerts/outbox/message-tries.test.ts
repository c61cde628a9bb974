import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { channelAfterTry, SWITCHED_OFF_AFTER_MS } from './channel-change.ts';
import { type DigestProgress, queuedProgress, step } from './digest-progress.ts';
import { messageTries } from './message-tries.ts';

const NOW = Date.UTC(2026, 10, 21);
const channel = { id: 'hook', kind: 'webhook' } as const;
const rules = messageTries({ channel });

function moved(found: ReturnType<typeof step>): DigestProgress {
  return found.kind === 'moved' ? found.to : expect.fail(found.kind);
}

function pausesOf(isUnknown: boolean): number[] {
  const failed = { kind: 'failed', reason: 'It fails.', isUnknown } as const;
  const pauses: number[] = [];
  for (let nowMs = NOW; ;) {
    const change = channelAfterTry({ state: 'on', failingSinceMs: NOW }, failed, nowMs);
    if (change?.state === 'failing') return pauses;
    pauses.push((change?.pausedUntilMs ?? 0) - nowMs);
    nowMs = change?.pausedUntilMs ?? 0;
  }
}

test('a failing channel is retried after 30 seconds, with backoff, then hourly', () => {
  const pauses = pausesOf(false);
  const minutes = pauses.slice(0, 10).map((pause) => pause / MINUTE_MS);
  expect(minutes).toEqual([0.5, 0.5, 1, 2, 4, 8, 16, 32, 60, 60]);
  expect(pauses.length).toBeLessThan(130);
});

test('a receiver that never responds gets a message at most 18 times', () => {
  expect(pausesOf(true).length + 1).toBeLessThanOrEqual(18);
});

test('a pause that the receiver requests applies if it is longer', () => {
  const failed = (askedMs: number) => ({
    kind: 'failed' as const,
    reason: 'It fails.',
    askedUntilMs: NOW + askedMs,
  });
  const pausedFor = (askedMs: number) =>
    (channelAfterTry({ state: 'on' }, failed(askedMs), NOW)?.pausedUntilMs ?? 0) - NOW;
  expect(pausedFor(7 * HOUR_MS)).toBe(7 * HOUR_MS);
  expect(pausedFor(1)).toBe(30_000);
});

test('a message is retried immediately after a crash, and fails after five days', () => {
  const claimed = {
    ...queuedProgress(NOW),
    state: 'sending',
    attempt: 2,
    leaseUntilMs: NOW,
  } as const;
  expect(moved(step(claimed, { kind: 'claim' }, NOW, rules))).toMatchObject({
    state: 'queued',
    takeovers: 1,
    notBeforeMs: null,
  });
  const old = queuedProgress(NOW - 6 * DAY_MS);
  expect(moved(step(old, { kind: 'claim' }, NOW, rules)).state).toBe('failed');
});

test('a failing channel recovers with an accepted message, or is switched off after five days', () => {
  const failed = { kind: 'failed', reason: 'It fails.' } as const;
  const first = channelAfterTry({ state: 'on' }, failed, NOW);
  expect(first).toMatchObject({ failingSinceMs: NOW, failure: 'It fails.' });
  const failing = { state: 'on', failingSinceMs: NOW } as const;
  const last = NOW + SWITCHED_OFF_AFTER_MS;
  expect(channelAfterTry(failing, failed, last)).not.toHaveProperty('state');
  expect(channelAfterTry(failing, failed, last + 1)).toMatchObject({ state: 'failing' });
  expect(channelAfterTry(failing, { kind: 'accepted' }, last)).toEqual({
    deliveredAtMs: last,
    failingSinceMs: null,
    failure: null,
    pausedUntilMs: null,
  });
  expect(channelAfterTry(failing, { kind: 'gone' }, last)).toMatchObject({ state: 'gone' });
  expect(channelAfterTry({ state: 'off' }, failed, NOW)).toBeNull();
});
