import { expect, test } from 'vitest';
import { keepFor } from './keep-for.ts';

test('shares one result among all calls within the time', async () => {
  let [asked, nowMs] = [0, 0];
  const read = keepFor(
    1000,
    () => Promise.resolve((asked += 1)),
    () => nowMs,
  );
  const at = (ms: number) => {
    nowMs = ms;
    return read();
  };
  expect(await Promise.all([at(0), at(500), at(999)])).toEqual([1, 1, 1]);
  expect(await at(1000)).toBe(2);
  // The clock was set back.
  expect(await at(-5000)).toBe(3);
});

test('caches a failure, so that not every caller retries', async () => {
  let asked = 0;
  const read = keepFor(
    1000,
    () => {
      asked += 1;
      return Promise.reject(new Error('away'));
    },
    () => 0,
  );
  await expect(read()).rejects.toThrow('away');
  await expect(read()).rejects.toThrow('away');
  expect(asked).toBe(1);
});
