import { expect, test } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

function breakerAt(clock: { ms: number }) {
  const breaker = createCircuitBreaker({ failures: 3, openMs: 30_000, now: () => clock.ms });
  let calls = 0;
  return {
    calls: () => calls,
    run: (outcome: Promise<string> | Error) =>
      breaker.run(() => {
        calls += 1;
        return outcome instanceof Error ? Promise.reject(outcome) : outcome;
      }),
  };
}

const down = new AppError('upstream-failed', 'down');
const up = Promise.resolve('up');

async function failTimes(breaker: ReturnType<typeof breakerAt>, times: number) {
  for (let turn = 0; turn < times; turn += 1) await expect(breaker.run(down)).rejects.toBe(down);
}

test('refuses calls after consecutive failures and returns the wait', async () => {
  const clock = { ms: 0 };
  const breaker = breakerAt(clock);
  await failTimes(breaker, 3);
  clock.ms = 10_000;
  await expect(breaker.run(up)).rejects.toMatchObject({
    code: 'upstream-unavailable',
    retryAfterMs: 20_000,
  });
  expect(breaker.calls()).toBe(3);
});

test('counts only consecutive failures', async () => {
  const breaker = breakerAt({ ms: 0 });
  await failTimes(breaker, 2);
  await breaker.run(up);
  await failTimes(breaker, 2);
  expect(await breaker.run(up)).toBe('up');
});

test('lets one probe through after the pause and closes on success', async () => {
  const clock = { ms: 0 };
  const breaker = breakerAt(clock);
  await failTimes(breaker, 3);
  clock.ms = 30_000;
  let answer: (text: string) => void = () => undefined;
  const probe = breaker.run(new Promise((resolve) => (answer = resolve)));
  await expect(breaker.run(up)).rejects.toMatchObject({ code: 'upstream-unavailable' });
  answer('back');
  expect(await probe).toBe('back');
  expect(await breaker.run(up)).toBe('up');
});

test('stays open for another pause if the probe fails', async () => {
  const clock = { ms: 0 };
  const breaker = breakerAt(clock);
  await failTimes(breaker, 3);
  clock.ms = 30_000;
  await failTimes(breaker, 1);
  clock.ms = 59_999;
  await expect(breaker.run(up)).rejects.toMatchObject({ retryAfterMs: 1_000 });
  clock.ms = 60_000;
  expect(await breaker.run(up)).toBe('up');
});

test('ignores errors that are not the backend’s', async () => {
  const breaker = breakerAt({ ms: 0 });
  const bug = new TypeError('a bug');
  for (let turn = 0; turn < 5; turn += 1) await expect(breaker.run(bug)).rejects.toBe(bug);
  expect(await breaker.run(up)).toBe('up');
});
