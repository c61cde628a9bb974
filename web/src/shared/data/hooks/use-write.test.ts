import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import { useWrite } from './use-write.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const { result } = renderHook(useWrite);
  return {
    state: () => (result.current.busy ? 'busy' : result.current.failed ? 'failed' : 'idle'),
    run: (write: () => Promise<void>, onDone?: () => void) =>
      act(() => result.current.run(write, onDone)),
    failure: () => result.current.failure,
    forget: () => act(() => result.current.forget()),
  };
}

const passTimeout = () => act(() => vi.advanceTimersByTimeAsync(6000));

test('stays busy until the write is confirmed, and ignores other writes meanwhile', async () => {
  const { state, run } = start();
  const write = deferred();
  const [done, other] = [vi.fn(), vi.fn(() => Promise.resolve())];
  expect(state()).toBe('idle');
  run(() => write.promise, done);
  run(other);
  expect(state()).toBe('busy');
  expect(other).not.toHaveBeenCalled();
  expect(done).not.toHaveBeenCalled();
  await write.resolve();
  expect(state()).toBe('idle');
  expect(done).toHaveBeenCalledOnce();
});

test('a refused write fails until it is dismissed, and never calls onDone', async () => {
  const { state, run, forget } = start();
  const write = deferred();
  const done = vi.fn();
  run(() => write.promise, done);
  await write.reject(new Error('permission denied'));
  await passTimeout();
  expect(state()).toBe('failed');
  expect(done).not.toHaveBeenCalled();
  forget();
  expect(state()).toBe('idle');
});

test('forget does not end a running write', async () => {
  const { state, run, forget } = start();
  const write = deferred();
  run(() => write.promise);
  forget();
  expect(state()).toBe('busy');
  await write.resolve();
  expect(state()).toBe('idle');
});

test('a confirmation after the timeout clears the failure', async () => {
  const { state, run } = start();
  const write = deferred();
  const done = vi.fn();
  run(() => write.promise, done);
  await passTimeout();
  expect(state()).toBe('failed');
  await write.resolve();
  expect(state()).toBe('idle');
  expect(done).toHaveBeenCalledOnce();
});

test('a late confirmation does not affect the next write', async () => {
  const { state, run } = start();
  const [first, second] = [deferred(), deferred()];
  run(() => first.promise);
  await passTimeout();
  run(() => second.promise);
  await first.resolve();
  expect(state()).toBe('busy');
  await second.resolve();
  expect(state()).toBe('idle');
});

test('reports why a write was refused after the timeout', async () => {
  const { failure, run } = start();
  const write = deferred();
  run(() => write.promise);
  await passTimeout();
  const refused = new Error('permission denied');
  await write.reject(refused);
  expect(failure()).toBe(refused);
});
