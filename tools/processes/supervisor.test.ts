import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../functions/src/platform/temporary-folder.ts';
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

/** The program is ready when it has written a line. */
const keep = (name: string, source: string) =>
  supervisor.keep({
    program: () => program(name, source),
    ready: () => vi.waitFor(() => expect(log.lastLines(name)).not.toEqual([]), 20_000),
  });

describe('a program that is to run until it is stopped', () => {
  const dying = 'console.log("out of memory"); setTimeout(() => process.exit(7), 500)';

  test('is a crash with its last lines when it ends by itself', async () => {
    await keep('emulators', dying);
    await expect(supervisor.crashed).rejects.toThrow(/exit code 7.*\n {2}out of memory$/s);
  });

  test('is no crash when it was stopped', async () => {
    await keep('emulators', `console.log("up"); ${forever}`);
    await supervisor.stop();
    const outcome = await Promise.race([supervisor.crashed, Promise.resolve('stopped')]);
    expect(outcome).toBe('stopped');
  });
});

describe.skipIf(process.platform === 'win32')('where programs are started again', () => {
  beforeEach(() => {
    supervisor = createSupervisor(log, true);
    vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
    vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
    said.length = 0;
  });
  const said: string[] = [];
  const firstPid = () => Number(log.lastLines('inbox')[0]);

  test('one that is killed is, as it is to be run then, and it is said what died', async () => {
    let lives = 0;
    const { isReady } = await supervisor.keep({
      program: () => {
        lives += 1;
        return program('inbox', `console.log(process.pid, 'life ${lives}'); ${forever}`);
      },
      ready: () =>
        vi.waitFor(() => expect(log.lastLines('inbox').at(-1)).toContain(`life ${lives}`), 20_000),
    });
    process.kill(Number.parseInt(log.lastLines('inbox')[0] ?? '', 10), 'SIGKILL');
    await vi.waitFor(() => expect(said.join('\n')).toContain('inbox is running again.'), 20_000);
    expect(said.join('\n')).toMatch(/inbox was killed by SIGKILL\. [^]*Starting inbox again …/);
    expect([lives, isReady()]).toEqual([2, true]);
  });

  test('one that says that it cannot go on is killed and started again', async () => {
    let lives = 0;
    await supervisor.keep({
      program: () => {
        lives += 1;
        const last = lives === 1 ? "setTimeout(() => console.log('Java has exited'), 500);" : '';
        return program('emulators', `console.log('life ${lives}'); ${last} ${forever}`);
      },
      ready: () =>
        vi.waitFor(() => expect(log.lastLines('emulators')).toContain(`life ${lives}`), 20_000),
      isLost: (piece) => piece.includes('has exited'),
    });
    await vi.waitFor(() => expect(said.join('\n')).toContain('running again'), 20_000);
    expect(said.join('\n')).toMatch(/emulators was killed by SIGKILL\. [^]*Java has exited/);
  });

  test('one that ends before it was ever ready is a crash', async () => {
    const never = supervisor.keep({
      program: () => program('inbox', 'process.exit(3)'),
      ready: () => new Promise(() => undefined),
    });
    await expect(Promise.race([supervisor.crashed, never])).rejects.toThrow(/exit code 3/);
  });

  test('one that has been started again is stopped in its old place', async () => {
    const order: string[] = [];
    await keep('inbox', `console.log(process.pid); ${forever}`);
    supervisor.onStop(() => void order.push('save'));
    process.kill(firstPid(), 'SIGKILL');
    await vi.waitFor(() => expect(log.lastLines('inbox')).toHaveLength(2), 20_000);
    const second = Number(log.lastLines('inbox').at(-1));
    supervisor.onStop(() => void order.push(isRunning(second) ? 'runs' : 'gone'));
    await supervisor.stop();
    expect([order, isRunning(second)]).toEqual([['runs', 'save'], false]);
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
  test('takes everything down in the opposite order, one after the other', async () => {
    const order: string[] = [];
    supervisor.onStop(() => void order.push('samples'));
    await keep('emulators', `console.log(process.pid); ${forever}`);
    const pid = Number(log.lastLines('emulators')[0]);
    supervisor.onStop(() => void order.push(isRunning(pid) ? 'save' : 'too late'));
    await supervisor.stop();
    expect([order, isRunning(pid)]).toEqual([['save', 'samples'], false]);
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
    const ready = () => Promise.resolve();
    const late = supervisor.keep({ program: () => program('late', forever), ready });
    await expect(late).rejects.toThrow(/not started/);
    await expect(supervisor.run(program('late', forever))).rejects.toThrow(/not started/);
  });
});
