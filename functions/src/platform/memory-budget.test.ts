import * as fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../test-runs.ts';
import { createRoom } from './room.ts';

const BYTES = 100;

test('no more is worked on than there is room for, all in order, and what is larger than the room alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(150), { maxLength: 20 }), async (sizes) => {
      const inRoom = createRoom(BYTES);
      const begun: number[] = [];
      let [now, atOnce] = [0, 0];
      await Promise.allSettled(
        sizes.map((size, at) =>
          inRoom(size, async () => {
            begun.push(at);
            now += size;
            atOnce += 1;
            expect(now <= BYTES || atOnce === 1).toBe(true);
            await nextTurn();
            now -= size;
            atOnce -= 1;
            if (size % 7 === 0) throw new Error('broken');
          }),
        ),
      );
      expect(begun).toEqual(sizes.map((_, at) => at));
    }),
    { numRuns: fuzzRuns(50) },
  );
});

test('answers what the work answers, and rejects as it does', async () => {
  const inRoom = createRoom(BYTES);
  expect(await inRoom(200, () => Promise.resolve(7))).toBe(7);
  await expect(inRoom(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inRoom(200, () => Promise.resolve(8))).toBe(8);
});
