import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

/** Longer than any test takes. */
const NEVER_MS = 60_000;
const forever = () => new Promise<string>(() => undefined);

test('gives what the work gives, and then fires no more', async () => {
  const parent = new AbortController();
  const seen: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    seen.push(signal);
    return Promise.resolve('done');
  };
  expect(await withTimeout(1, work, { parent: parent.signal })).toBe('done');
  parent.abort();
  await delay(20);
  expect(seen.map(({ aborted }) => aborted)).toEqual([false]);
});

test('passes a failure of the work on', async () => {
  const late = vi.fn(() => 'late');
  const failing = withTimeout(NEVER_MS, () => Promise.reject(new Error('broken')), { late });
  await expect(failing).rejects.toThrow('broken');
  expect(late).not.toHaveBeenCalled();
});

test('fails with a TimeoutError when the time is up, and the work is told', async () => {
  const told = vi.fn();
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', told);
    return forever();
  };
  await expect(withTimeout(5, work)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(told).toHaveBeenCalledTimes(1);
});

test('gives what `late` gives instead, whatever the work makes of the signal', async () => {
  const heeds = async (signal: AbortSignal) => {
    await once(signal, 'abort');
    return 'broken off';
  };
  const fails = (signal: AbortSignal) => delay(NEVER_MS, 'done', { signal });
  for (const work of [heeds, fails, forever]) {
    expect(await withTimeout(5, work, { late: () => 'late' })).toBe('late');
  }
});

test('ends when its parent does, for the parent’s reason', async () => {
  const parent = new AbortController();
  const ended = withTimeout(NEVER_MS, forever, { parent: parent.signal });
  parent.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
});

test('begins no work when its parent has ended already', async () => {
  const work = vi.fn(forever);
  const parent = AbortSignal.abort(new Error('enough'));
  await expect(withTimeout(NEVER_MS, work, { parent })).rejects.toThrow('enough');
  expect(work).not.toHaveBeenCalled();
});

test('ends when the time is up, also when memory is tidied up meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const tidying = setInterval(collectGarbage, 10);
  const parent = new AbortController().signal;
  expect(await withTimeout(100, forever, { parent, late: () => 'late' })).toBe('late');
  clearInterval(tidying);
});
