import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { noteRunning, runningIn } from './running-record.ts';

describe('a folder', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = temporaryFolder();
    file = path.join(folder, 'running.pid');
  });

  test('returns the process that uses a folder until it ends', async () => {
    expect(runningIn(folder)).toBeNull();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    writeFileSync(file, String(child.pid));
    expect(runningIn(folder)).toBe(child.pid);
    child.kill();
    await once(child, 'exit');
    expect(runningIn(folder)).toBeNull();
  });

  test('ignores a file with the PID of this process', () => {
    const leave = noteRunning(folder);
    expect(runningIn(folder)).toBeNull();
    leave();
    expect(runningIn(folder)).toBeNull();
  });

  test('ignores a file from before the last boot, even if its PID is in use again', () => {
    writeFileSync(file, String(process.ppid));
    expect(runningIn(folder)).toBe(process.ppid);
    utimesSync(file, new Date('2001-01-01'), new Date('2001-01-01'));
    expect(runningIn(folder)).toBeNull();
  });
});
