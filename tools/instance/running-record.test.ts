import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/platform/temporary-folder.ts';
import { noteRunning, runningIn } from './running-record.ts';

describe.skipIf(process.platform === 'win32')('a folder that is in use', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('names the process that uses it, until that takes its note away', () => {
    expect(runningIn(folder)).toBeNull();
    const leave = noteRunning(folder);
    expect(runningIn(folder)).toBe(process.pid);
    leave();
    expect(runningIn(folder)).toBeNull();
  });

  test('is free again when the process that used it is gone, even if another has its id now', () => {
    const note = (startedAt: string) =>
      writeFileSync(
        path.join(folder, 'running.json'),
        JSON.stringify({ pid: process.pid, startedAt }),
      );
    note('long ago');
    expect(runningIn(folder)).toBeNull();
  });
});
