import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { channelAfterTry, SWITCHED_OFF_AFTER_MS } from './channel-change.ts';
import { type DigestProgress, queuedProgress, step } from './digest-progress.ts';
import { isLastTry, messageTries, nextTryMs } from './message-tries.ts';

const NOW = Date.UTC(2026, 10, 21);
const channel = { id: 'hook', kind: 'webhook' } as const;

function moved(found: ReturnType<typeof step>): DigestProgress {
  return found.kind === 'moved' ? found.to : expect.fail(found.kind);
}

test('a message is tried at the pauses of Standard Webhooks, then fails', () => {
  let message = queuedProgress(NOW);
  let nowMs = NOW;
  const waits: number[] = [];
  const stepped = (event: Parameters<typeof step>[1]) =>
    step(message, event, nowMs, messageTries({ channel }, nowMs));
  while (!isLastTry({ attempt: message.attempt, channel })) {
    message = moved(stepped({ kind: 'claim' }));
    const notBeforeMs = nextTryMs(message.attempt, nowMs);
    message = moved(
      stepped({
        kind: 'unavailable',
        reason: 'status-500',
        attempt: message.attempt,
        notBeforeMs,
      }),
    );
    if (notBeforeMs === null) break;
    expect(stepped({ kind: 'claim' }).kind).toBe('busy');
    waits.push(notBeforeMs - nowMs);
    nowMs = notBeforeMs;
  }
  const [S, M, H] = [1000, MINUTE_MS, HOUR_MS];
  expect(waits).toEqual([5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H]);
  expect(moved(stepped({ kind: 'claim' }))).toMatchObject({ state: 'failed', code: 'gave-up' });
});

test('after an unknown outcome a message is tried again by the same pauses, after a death at once', () => {
  const claimed = {
    ...queuedProgress(NOW),
    state: 'sending',
    attempt: 2,
    leaseUntilMs: NOW,
  } as const;
  const rules = messageTries({ channel }, NOW);
  const event = { kind: 'unknown', reason: 'no-answer', attempt: 2 } as const;
  expect(moved(step(claimed, event, NOW, rules))).toMatchObject({
    state: 'queued',
    takeovers: 1,
    notBeforeMs: NOW + 5 * MINUTE_MS,
  });
  expect(moved(step(claimed, { kind: 'claim' }, NOW, rules))).toMatchObject({
    state: 'queued',
    takeovers: 1,
    notBeforeMs: null,
  });
});

test('a message that nobody could try for days fails, and is planned anew', () => {
  const old = queuedProgress(NOW - 6 * DAY_MS);
  const rules = messageTries({ channel }, NOW);
  expect(moved(step(old, { kind: 'claim' }, NOW, rules)).state).toBe('failed');
});

test('a channel remembers its first failure, forgets it when a message is taken, and ends after five days', () => {
  const failed = { kind: 'failed', reason: 'It fails.' } as const;
  const first = channelAfterTry({ state: 'on' }, failed, NOW);
  expect(first).toEqual({ failingSinceMs: NOW, failure: 'It fails.' });
  const failing = { state: 'on', failingSinceMs: NOW } as const;
  const last = NOW + SWITCHED_OFF_AFTER_MS;
  expect(channelAfterTry(failing, failed, last)).toEqual(first);
  expect(channelAfterTry(failing, failed, last + 1)).toEqual({ ...first, state: 'failing' });
  const pauses = { pausedUntilMs: null, restsUntilMs: null, refusals: 0 };
  const taken = { deliveredAtMs: last, ...pauses, failingSinceMs: null, failure: null };
  expect(channelAfterTry(failing, { kind: 'accepted' }, last)).toEqual(taken);
  expect(channelAfterTry(failing, { kind: 'gone' }, last)).toMatchObject({ state: 'gone' });
  expect(channelAfterTry({ state: 'off' }, failed, NOW)).toBeNull();
});
