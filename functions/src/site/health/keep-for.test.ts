import { expect, test } from 'vitest';
import { keepFor } from './keep-for.ts';

test('whoever asks within the time gets the same answer, and asks nobody', async () => {
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
  // A clock that was ahead keeps nothing for ever.
  expect(await at(-5000)).toBe(3);
});

test('a failure is kept, too: what is away is not asked again by everybody', async () => {
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
