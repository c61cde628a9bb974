import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRunLog } from './run-log.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

let folder = '';
let supervisor: Supervisor;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-supervisor-'));
  supervisor = createSupervisor(openRunLog(path.join(folder, 'run.log'), false));
});
afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true });
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
  test('is done when it ends well', async () => {
    await supervisor.run(program('build', 'process.exit(0)'));
  });

  test('refuses with its exit code and last lines when it fails', async () => {
    const failing = program('build', 'console.error("no such file"); process.exit(2)');
    await expect(supervisor.run(failing)).rejects.toThrow(
      /^build failed with exit code 2\. .*run\.log\):\n {2}no such file$/s,
    );
  });

  test('ends with its exit code and all that it wrote, where that is captured', async () => {
    const talking = program('vitest', 'console.log("one"); console.error("two"); process.exit(3)');
    const { exitCode, output } = await supervisor.runCaptured(talking);
    expect(exitCode).toBe(3);
    expect(output.split('\n').sort()).toEqual(['', 'one', 'two']);
  });
});

describe('a program that is to run until it is stopped', () => {
  test('is a crash with its last lines when it ends by itself', async () => {
    supervisor.start(program('emulators', 'console.log("out of memory"); process.exit(7)'));
    await expect(supervisor.crashed).rejects.toThrow(/exit code 7.*\n {2}out of memory$/s);
  });

  test('is no crash when it was stopped', async () => {
    supervisor.start(program('emulators', forever));
    await supervisor.stop();
    const outcome = await Promise.race([supervisor.crashed, Promise.resolve('stopped')]);
    expect(outcome).toBe('stopped');
  });
});

describe('stopping', () => {
  test('takes everything down in the opposite order, one after the other', async () => {
    const order: string[] = [];
    supervisor.onStop(() => void order.push('samples'));
    const child = supervisor.start(program('emulators', forever));
    void child.exited.then(() => order.push('emulators'));
    supervisor.onStop(() => void order.push('save'));
    await supervisor.stop();
    expect(order).toEqual(['save', 'emulators', 'samples']);
  });

  test('happens once, however often it is asked for', async () => {
    let times = 0;
    supervisor.onStop(() => {
      times += 1;
    });
    await Promise.all([supervisor.stop(), supervisor.stop()]);
    expect(times).toBe(1);
  });

  test('lets nothing new be started', async () => {
    await supervisor.stop();
    expect(() => supervisor.start(program('late', forever))).toThrow(/not started/);
    await expect(supervisor.run(program('late', forever))).rejects.toThrow(/not started/);
  });
});
