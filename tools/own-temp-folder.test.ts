import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../functions/src/testing/temporary-folder.ts';

const MODULE = new URL('own-temp-folder.js', import.meta.url).href;

let outside: string;

beforeEach(() => {
  outside = temporaryFolder();
});

/** Starts a program that leaves a file in its temporary folder, then runs `rest`. */
function start(rest: string) {
  const program = `
    import { writeFileSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import { useOwnTempFolder } from '${MODULE}';
    useOwnTempFolder();
    writeFileSync(tmpdir() + '/left', '');
    ${rest}
    console.log(tmpdir());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TMPDIR: outside },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { child, ended: once(child, 'close') };
}

test.each([
  ['well', ''],
  ['by an exit', 'process.exit(3);'],
  ['by an error', 'throw new Error();'],
])('deletes the folder of a process that ends %s', async (_, rest) => {
  await start(rest).ended;
  expect(readdirSync(outside)).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'deletes the folder of a process after %s',
  async (signal) => {
    const { child, ended } = start('setInterval(() => {}, 1000);');
    const [folder] = (await once(child.stdout, 'data')) as [Buffer];
    const name = path.basename(folder.toString().trim());
    expect(readdirSync(outside)).toEqual([name]);
    expect(statSync(path.join(outside, name)).mode & 0o7777).toBe(0o1777);
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
    expect(readdirSync(outside)).toEqual([]);
  },
);

test('keeps the folder until a process with its own signal handler exits', async () => {
  const stopping = `
    process.on('SIGINT', () => setTimeout(() => {
      writeFileSync(tmpdir() + '/last', '');
      process.exit(7);
    }, 10));
    setInterval(() => {}, 1000);`;
  const { child, ended } = start(stopping);
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect(await ended).toEqual([7, null]);
  expect(readdirSync(outside)).toEqual([]);
});
