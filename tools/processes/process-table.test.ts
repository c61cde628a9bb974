import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import {
  descendantsOf,
  parentOf,
  parseProcStat,
  type ProcessRecord,
  readProcessTable,
  stillRunning,
  watchProcessTable,
} from './process-table.ts';

const record = (pid: number, parentPid: number, startedAt = '1') => ({ pid, parentPid, startedAt });

describe('a line of /proc/<pid>/stat', () => {
  const rest = (state: string) => `${state} 17 42 42 0 -1 4194304 ${'0 '.repeat(12)}987654 0 0`;

  test('is read whatever the program calls itself', () => {
    expect(parseProcStat(`42 (a) b (c)) ${rest('S')}`)).toEqual(record(42, 17, '987654'));
  });

  test('is passed over when the process has ended', () => {
    expect(parseProcStat(`42 (java) ${rest('Z')}`)).toBeNull();
  });
});

test('descendants are found at every depth, and nobody else’s', () => {
  const table = [record(1, 0), record(2, 1), record(3, 2), record(4, 3), record(9, 1)];
  expect(descendantsOf(2, table).map(({ pid }) => pid)).toEqual([3, 4]);
});

test('a process is no longer running when its id belongs to a later one', () => {
  expect(stillRunning([record(5, 1, 'first')], [record(5, 1, 'later')])).toEqual([]);
  expect(stillRunning([record(5, 1, 'first')], [record(5, 7, 'first')])).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')(
  'a real child is in the table until it ends',
  async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const mine = () => descendantsOf(process.pid, readProcessTable()).map(({ pid }) => pid);
    await once(child, 'spawn');
    expect(mine()).toContain(child.pid);
    expect(parentOf(child.pid ?? 0)).toBe(process.pid);
    child.kill();
    await once(child, 'exit');
    expect(mine()).not.toContain(child.pid);
    expect(parentOf(child.pid ?? 0)).toBeNull();
  },
);

test('all who watch are told one and the same table, until they stop', async () => {
  const told: [string, readonly ProcessRecord[]][] = [];
  const stopFirst = watchProcessTable((table) => told.push(['first', table]));
  const stopSecond = watchProcessTable((table) => told.push(['second', table]));
  await vi.waitFor(() => expect(told).toHaveLength(2), 10_000);
  expect(told[0]![1]).toBe(told[1]![1]);
  stopFirst();
  await vi.waitFor(() => expect(told).toHaveLength(3), 10_000);
  stopSecond();
  expect(told.map(([who]) => who)).toEqual(['first', 'second', 'second']);
});
