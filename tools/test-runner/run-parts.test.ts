import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Supervisor } from '../processes/supervisor.ts';
import { type Part, runParts } from './run-parts.ts';

/** The part of the supervisor that is used. */
const supervisor = { stopping: false } as Supervisor;

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** Returns parts that note when they begin and end, and the notes. */
function world() {
  const notes: string[] = [];
  const part = (name: string, ticks: number, after: string[] = [], passed = true): Part => ({
    name,
    after,
    async run() {
      notes.push(`+${name}`);
      for (let tick = 0; tick < ticks * 20; tick++) await Promise.resolve();
      notes.push(`-${name}`);
      return { passed, output: '' };
    },
  });
  return { notes, part };
}

test('starts parts in order, as many as there are slots', async () => {
  const { notes, part } = world();
  await runParts(supervisor, [part('a', 3), part('b', 1), part('c', 1)], 2);
  expect(notes).toEqual(['+a', '+b', '-b', '+c', '-c', '-a']);
});

test('lets later parts go first while an earlier one waits for others', async () => {
  const { notes, part } = world();
  const parts = [part('product', 2), part('journeys', 1, ['product', 'rules']), part('web', 9)];
  await runParts(supervisor, [...parts, part('rules', 1, ['product', 'left out'])], 2);
  expect(notes.filter((note) => note.startsWith('+'))).toEqual([
    '+product',
    '+web',
    '+rules',
    '+journeys',
  ]);
  expect(notes.indexOf('-rules')).toBeLessThan(notes.indexOf('+journeys'));
});

test('names the parts that failed, and runs the others', async () => {
  const { notes, part } = world();
  const parts = [part('a', 1, [], false), part('b', 1, ['a'])];
  expect(await runParts(supervisor, parts, 1)).toEqual(['a']);
  expect(notes).toContain('-b');
});

test('ends with the error of a part', async () => {
  const broken: Part = { name: 'a', run: () => Promise.reject(new Error('no start')) };
  await expect(runParts(supervisor, [broken], 2)).rejects.toThrow('no start');
});
