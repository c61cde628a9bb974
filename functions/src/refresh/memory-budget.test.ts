import * as fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { createMemoryBudget } from './memory-budget.ts';

const BYTES = 100;

test('runs work in order within the budget, and larger work alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(150), { maxLength: 20 }), async (sizes) => {
      const withinBudget = createMemoryBudget(BYTES);
      const begun: number[] = [];
      let [now, running] = [0, 0];
      await Promise.allSettled(
        sizes.map((size, at) =>
          withinBudget(size, async () => {
            begun.push(at);
            now += size;
            running += 1;
            expect(now <= BYTES || running === 1).toBe(true);
            await nextTurn();
            now -= size;
            running -= 1;
            if (size % 7 === 0) throw new Error('broken');
          }),
        ),
      );
      expect(begun).toEqual(sizes.map((_, at) => at));
    }),
    { numRuns: fuzzRuns(50) },
  );
});

test('resolves and rejects as the work does', async () => {
  const withinBudget = createMemoryBudget(BYTES);
  expect(await withinBudget(200, () => Promise.resolve(7))).toBe(7);
  await expect(withinBudget(1, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await withinBudget(200, () => Promise.resolve(8))).toBe(8);
});
