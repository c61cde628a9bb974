import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Linux answers every write to this file with ENOSPC. */
const FULL = '/dev/full';
const WITHIN_MS = 110_000;

/** Talks for ever, and ignores SIGTERM. */
const TALKER = `
  process.on('SIGTERM', () => undefined);
  setInterval(() => console.log(process.pid, 'and so on'), 5);`;

/** A command whose log is full, whose data cannot be saved, and whose program does not stop by itself. */
const COMMAND = `
  const { openRunLog } = await import('./run-log.ts');
  const { createSupervisor } = await import('./supervisor.ts');
  const { runCommand } = await import('./run-command.ts');
  const log = openRunLog('${FULL}', false);
  const supervisor = createSupervisor(log);
  supervisor.onStop(() => console.log('closed the first'));
  await runCommand(supervisor, 0, async () => {
    await supervisor.start({
      name: 'talker',
      command: process.execPath,
      args: ['-e', ${JSON.stringify(TALKER)}],
      cwd: process.cwd(),
      environment: process.env,
      ready: () => Promise.resolve(),
    });
    console.log('talker', log.lastLines('talker').join());
    supervisor.onStop(() => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' })));
    return supervisor.crashed;
  });`;

test.skipIf(!existsSync(FULL))(
  'says that the disk is full, once, and stops everything although nothing can be written',
  async () => {
    const command = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', COMMAND],
      { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const kill = setTimeout(() => command.kill('SIGKILL'), WITHIN_MS);
    onTestFinished(() => clearTimeout(kill));
    let output = '';
    for (const stream of [command.stdout, command.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => (output += piece));
    }
    const [code, signal] = (await once(command, 'close')) as [number | null, string | null];
    expect([code, signal]).toEqual([1, null]);
    expect(output.split('There is no room left on the disk').length - 1).toBe(1);
    expect(output).toContain('closed the first');
    expect(output).not.toMatch(/\n {4}at /);
  },
);

test('stops the programs that were started before one that cannot be stopped', async () => {
  const { createSupervisor } = await import('./supervisor.ts');
  const log = { file: path.join('nowhere', 'log'), write: () => undefined, lastLines: () => [] };
  const supervisor = createSupervisor(log);
  const closed: string[] = [];
  supervisor.onStop(() => void closed.push('first'));
  supervisor.onStop(() => Promise.reject(new Error('cannot be stopped')));
  supervisor.onStop(() => void closed.push('last'));
  await supervisor.stop();
  await supervisor.stop();
  expect(closed).toEqual(['last', 'first']);
});
