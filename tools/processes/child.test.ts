import { expect, test, vi } from 'vitest';
import { type Child, startChild } from './child.ts';

/** A program that starts another in a new process group, as firebase-tools starts Java. */
const withDetachedChild = (own: string) => `
  const { spawn } = require('node:child_process');
  const inner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  console.log('inner ' + inner.pid);
  ${own}
  setInterval(() => {}, 1000);`;

function start(program: string): { child: Child; output: () => string } {
  let output = '';
  const child = startChild({
    name: 'program',
    command: process.execPath,
    args: ['-e', program],
    cwd: process.cwd(),
    environment: process.env,
    onOutput: (piece) => {
      output += piece;
    },
  });
  return { child, output: () => output };
}

async function innerPid(output: () => string): Promise<number> {
  return vi.waitFor(() => {
    const pid = /inner (\d+)/.exec(output())?.[1];
    if (pid === undefined) throw new Error('not started yet');
    return Number(pid);
  }, 20_000);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const gone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), 20_000);

test('the exit code of a program that ends by itself is told', async () => {
  expect(await start('process.exit(3)').child.exited).toBe(3);
});

test('a program that cannot be started counts as failed', async () => {
  const child = startChild({
    name: 'nothing',
    command: '/nowhere/at/all',
    args: [],
    cwd: process.cwd(),
    environment: {},
    onOutput: () => undefined,
  });
  expect(await child.exited).toBe(1);
  await child.stop();
});

test.skipIf(process.platform === 'win32')('a stopped program may end in its own way', async () => {
  const { child, output } = start(
    `process.on('SIGTERM', () => { console.log('tidied'); process.exit(0); }); console.log('up'); setInterval(() => {}, 1000)`,
  );
  await vi.waitFor(() => expect(output()).toContain('up'), 20_000);
  await child.stop();
  expect(await child.exited).toBe(0);
  expect(output()).toContain('tidied');
});

test.skipIf(process.platform === 'win32')(
  'stopping leaves no descendant behind, in whatever group',
  async () => {
    const { child, output } = start(withDetachedChild(''));
    const inner = await innerPid(output);
    expect(isRunning(inner)).toBe(true);
    await child.stop();
    await gone(inner);
  },
);

test.skipIf(process.platform === 'win32')(
  'a descendant does not outlive a program that died by itself',
  async () => {
    const { child, output } = start(withDetachedChild('setTimeout(() => process.exit(1), 1500);'));
    const inner = await innerPid(output);
    await child.exited;
    expect(isRunning(inner)).toBe(true);
    await child.stop();
    await gone(inner);
  },
);
