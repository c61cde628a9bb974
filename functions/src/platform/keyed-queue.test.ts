import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('works of one name take turns, in order, also after one that failed; others do not wait', async () => {
  const inTurn = createTurns();
  let [atOnce, most] = [0, 0];
  const done: string[] = [];
  const work = (name: string) => async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await nextTurn();
    atOnce -= 1;
    done.push(name);
    if (name === 'c') throw new Error('broken');
    return name;
  };
  const names = ['a', 'b', 'c', 'd'];
  const outcomes = await Promise.allSettled(names.map((name) => inTurn('ada', work(name))));
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true]);
  expect([done, most]).toEqual([names, 1]);
  await Promise.all(['ada', 'bob'].map((name) => inTurn(name, work(name))));
  expect(most).toBe(2);
});
