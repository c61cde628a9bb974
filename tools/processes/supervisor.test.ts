import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { openRunLog, type RunLog } from './run-log.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

let folder = '';
let log: RunLog;
let supervisor: Supervisor;
beforeEach(() => {
  folder = temporaryFolder();
  log = openRunLog(path.join(folder, 'run.log'), false);
  supervisor = createSupervisor(log);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await supervisor.stop();
});

const program = (name: string, source: string) => ({
  name,
  command: process.execPath,
  args: ['-e', source],
  cwd: process.cwd(),
  environment: process.env,
});
const forever = 'setInterval(() => {}, 1000)';

describe('a program run to its end', () => {
  test('resolves when the program exits with code 0', async () => {
    await supervisor.run(program('build', 'process.exit(0)'));
  });

  test('rejects with the exit code and the last lines of a program that fails', async () => {
    const failing = program('build', 'console.error("no such file"); process.exit(2)');
    await expect(supervisor.run(failing)).rejects.toThrow(
      /^build failed with exit code 2\. .*run\.log\):\n {2}no such file$/s,
    );
  });

  test('returns the exit code and all output of a captured program', async () => {
    const talking = program('vitest', 'console.log("one"); console.error("two"); process.exit(3)');
    const { exitCode, output } = await supervisor.runCaptured(talking);
    expect(exitCode).toBe(3);
    expect(output.split('\n').sort()).toEqual(['', 'one', 'two']);
  });
});

/** Starts a program that is ready once it has printed a line. */
const start = (name: string, source: string, isLost?: (piece: string) => boolean) =>
  supervisor.start({
    ...program(name, source),
    ready: () => vi.waitFor(() => expect(log.lastLines(name)).not.toEqual([]), 20_000),
    ...(isLost && { isLost }),
  });

const gone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), 20_000);

/** Returns a program that starts a child, as firebase-tools starts Java, and prints the child's PID. */
const parent = (own: string) => `
  const { spawn } = require('node:child_process');
  const inner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  console.log(inner.pid);
  ${own}
  setInterval(() => {}, 1000);`;

describe('a program that runs until it is stopped', () => {
  const dying = 'console.log("out of memory"); setTimeout(() => process.exit(7), 500)';

  test('reports a crash with the last lines when a program exits by itself', async () => {
    await start('emulators', dying);
    await expect(supervisor.crashed).rejects.toThrow(/exit code 7.*\n {2}out of memory$/s);
  });

  test.each([
    'ENOSPC: no space left on device, write',
    'java.io.IOException: No space left on device',
  ])('says that the disk is full when a program ends with %s', async (line) => {
    const full = `console.log(${JSON.stringify(line)}); setTimeout(() => process.exit(1), 500)`;
    await start('emulators', full);
    await expect(supervisor.crashed).rejects.toThrow(
      /exit code 1[^]*\nThere is no room left on the disk: make room on the disk/,
    );
  });

  test('reports a crash when the output shows that a program is broken', async () => {
    const broken = "console.log('up'); setTimeout(() => console.log('Java has exited'), 500);";
    await start('emulators', `${broken} ${forever}`, (piece) => piece.includes('has exited'));
    await expect(supervisor.crashed).rejects.toThrow(/was killed by SIGKILL[^]*Java has exited$/);
  });

  test('reports a crash when a program exits before it is ready or cannot be started', async () => {
    const never = () => new Promise<never>(() => undefined);
    const ending = supervisor.start({ ...program('inbox', 'process.exit(3)'), ready: never });
    await expect(ending).rejects.toThrow(/exit code 3/);
    supervisor = createSupervisor(log);
    const missing = { ...program('nothing', ''), command: '/nowhere/at/all' };
    await expect(supervisor.start({ ...missing, ready: never })).rejects.toThrow(/ENOENT/);
  });

  test('kills the children of a program that crashes', async () => {
    await start('emulators', parent('setTimeout(() => process.exit(1), 500);'));
    await gone(Number(log.lastLines('emulators')[0]));
  });

  test('reports no crash when it stops a program', async () => {
    await start('emulators', `console.log("up"); ${forever}`);
    await supervisor.stop();
    const outcome = await Promise.race([supervisor.crashed, Promise.resolve('stopped')]);
    expect(outcome).toBe('stopped');
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('stopping', () => {
  test('lets a program clean up after SIGTERM', async () => {
    const tidy = "process.on('SIGTERM', () => { console.log('tidied'); process.exit(0); });";
    await start('inbox', `${tidy} console.log('up'); ${forever}`);
    await supervisor.stop();
    await vi.waitFor(() => expect(log.lastLines('inbox')).toEqual(['up', 'tidied']), 20_000);
  });

  test('kills the children of stopped programs', async () => {
    await start('emulators', parent(''));
    const inner = Number(log.lastLines('emulators')[0]);
    expect(isRunning(inner)).toBe(true);
    await supervisor.stop();
    await gone(inner);
  });

  test('stops programs in reverse order, one at a time', async () => {
    const order: string[] = [];
    supervisor.onStop(() => void order.push('samples'));
    await start('emulators', `console.log(process.pid); ${forever}`);
    const pid = Number(log.lastLines('emulators')[0]);
    supervisor.onStop(() => void order.push(isRunning(pid) ? 'save' : 'too late'));
    await supervisor.stop();
    expect([order, isRunning(pid)]).toEqual([['save', 'samples'], false]);
  });

  test('stops only once', async () => {
    let times = 0;
    supervisor.onStop(() => {
      times += 1;
    });
    await Promise.all([supervisor.stop(), supervisor.stop()]);
    expect(times).toBe(1);
  });

  test('refuses to start a program while it stops', async () => {
    await supervisor.stop();
    const ready = () => Promise.resolve();
    const late = supervisor.start({ ...program('late', forever), ready });
    await expect(late).rejects.toThrow(/not started/);
    await expect(supervisor.run(program('late', forever))).rejects.toThrow(/not started/);
  });
});
