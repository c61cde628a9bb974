import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

test('runs work with one key in order, even after a failure, and other keys concurrently', async () => {
  const enqueue = createKeyedQueue();
  let [running, most] = [0, 0];
  const done: string[] = [];
  const work = (name: string) => async () => {
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
    done.push(name);
    if (name === 'c') throw new Error('broken');
    return name;
  };
  const names = ['a', 'b', 'c', 'd'];
  const outcomes = await Promise.allSettled(names.map((name) => enqueue('ada', work(name))));
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true]);
  expect([done, most]).toEqual([names, 1]);
  await Promise.all(['ada', 'bob'].map((name) => enqueue(name, work(name))));
  expect(most).toBe(2);
});
