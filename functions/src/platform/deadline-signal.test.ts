import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deadlineSignal } from './deadline-signal.ts';

test('fires when the time is up, also when memory is tidied up meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { signal } = deadlineSignal(100, new AbortController().signal);
  const tidying = setInterval(collectGarbage, 10);
  await once(signal, 'abort');
  clearInterval(tidying);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('fires when its parent does, before or after it was made', () => {
  const parent = new AbortController();
  const { signal } = deadlineSignal(60_000, parent.signal);
  parent.abort(new Error('enough'));
  expect(signal.reason).toMatchObject({ message: 'enough' });
  expect(deadlineSignal(60_000, parent.signal).signal.aborted).toBe(true);
});

test('does not fire once it was released', async () => {
  const parent = new AbortController();
  const { signal, release } = deadlineSignal(1, parent.signal);
  release();
  parent.abort();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(signal.aborted).toBe(false);
});
