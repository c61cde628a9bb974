import { act, renderHook } from '@testing-library/react';
import { FirebaseError } from 'firebase/app';
import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import { useTask } from './use-task.ts';

function start() {
  const { result } = renderHook(() => useTask('It failed.'));
  return {
    state: () => {
      const { busy, done, failure } = result.current;
      return { busy, done, failure };
    },
    run: (task: () => Promise<void>) => act(() => result.current.run(task)),
  };
}

const idle = { busy: false, done: false, failure: '' };

test('stays busy while the task runs, and ignores other tasks meanwhile', async () => {
  const { state, run } = start();
  const task = deferred();
  const other = vi.fn(() => Promise.resolve());
  expect(state()).toEqual(idle);
  run(() => task.promise);
  run(other);
  expect(state()).toEqual({ ...idle, busy: true });
  expect(other).not.toHaveBeenCalled();
  await task.resolve();
  expect(state()).toEqual({ ...idle, done: true });
});

test('the next attempt clears the failure text', async () => {
  const { state, run } = start();
  const [first, second] = [deferred(), deferred()];
  run(() => first.promise);
  await first.reject(new FirebaseError('auth/wrong-password', 'Firebase: Error.'));
  expect(state()).toEqual({ ...idle, failure: 'The current password is wrong.' });
  run(() => second.promise);
  expect(state()).toEqual({ ...idle, busy: true });
  await second.reject(new Error('boom'));
  expect(state()).toEqual({ ...idle, failure: 'It failed.' });
});
