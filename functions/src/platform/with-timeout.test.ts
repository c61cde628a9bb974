import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

/** Longer than any test takes. */
const NEVER_MS = 60_000;
const forever = () => new Promise<string>(() => undefined);

test('returns the result of the work and never fires the signal afterwards', async () => {
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

test('rejects with an error of the work', async () => {
  const late = vi.fn(() => 'late');
  const failing = withTimeout(NEVER_MS, () => Promise.reject(new Error('broken')), { late });
  await expect(failing).rejects.toThrow('broken');
  expect(late).not.toHaveBeenCalled();
});

test('rejects with a TimeoutError and fires the signal of the work', async () => {
  const aborted = vi.fn();
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', aborted);
    return forever();
  };
  await expect(withTimeout(5, work)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(aborted).toHaveBeenCalledTimes(1);
});

test('returns the result of `late`, regardless of how the work handles the signal', async () => {
  const obeys = async (signal: AbortSignal) => {
    await once(signal, 'abort');
    return 'broken off';
  };
  const fails = (signal: AbortSignal) => delay(NEVER_MS, 'done', { signal });
  for (const work of [obeys, fails, forever]) {
    expect(await withTimeout(5, work, { late: () => 'late' })).toBe('late');
  }
});

test('rejects with the reason of an aborted parent', async () => {
  const parent = new AbortController();
  const ended = withTimeout(NEVER_MS, forever, { parent: parent.signal });
  parent.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
});

test('starts no work if the parent is already aborted', async () => {
  const work = vi.fn(forever);
  const parent = AbortSignal.abort(new Error('enough'));
  await expect(withTimeout(NEVER_MS, work, { parent })).rejects.toThrow('enough');
  expect(work).not.toHaveBeenCalled();
});

test('times out despite garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const collecting = setInterval(collectGarbage, 10);
  const parent = new AbortController().signal;
  expect(await withTimeout(100, forever, { parent, late: () => 'late' })).toBe('late');
  clearInterval(collecting);
});
