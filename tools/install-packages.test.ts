import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { temporaryFolder } from '../functions/src/testing/temporary-folder.ts';
import { installPackages } from './install-packages.js';

const repository = path.join(import.meta.dirname, '..');
const lockfile = JSON.stringify({ packages: { 'node_modules/left': { version: '1.0.0' } } });
const said = vi.spyOn(console, 'log');
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(path.join(folder, 'package-lock.json'), lockfile);
  said.mockReset();
});

/** A fake npm that runs the code `ping` for a ping, and otherwise the code `work`, with `fs` in scope. */
function npmThat(work: string, ping = ''): NodeJS.ProcessEnv {
  mkdirSync(path.join(folder, 'bin'));
  const file = path.join(folder, 'bin', 'npm-cli.cjs');
  writeFileSync(
    file,
    `const fs = require('node:fs'); if (process.argv[2] === 'ping') { ${ping} } else { ${work} }`,
  );
  return { ...process.env, npm_execpath: file };
}

test('installs missing packages once, and prints a message', () => {
  const npm = npmThat(
    `fs.mkdirSync('node_modules'); fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`,
  );
  expect(installPackages(folder, 'the tool', npm)).toBeNull();
  expect(said.mock.calls.flat().join('\n')).toMatch(/^Installing the tool \(nothing is installed/);
  said.mockClear();
  expect(installPackages(folder, 'the tool', npm)).toBeNull();
  expect(said).not.toHaveBeenCalled();
});

test('reports a failed installation, and repeats it the next time', () => {
  mkdirSync(path.join(folder, 'node_modules'));
  const other = JSON.stringify({ packages: {} });
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), other);
  const npm = npmThat('process.exit(1)');
  expect(installPackages(folder, 'the tool', npm)).toMatch(/^Installing the packages failed/);
  expect(installPackages(folder, 'the tool', npm)).toMatch(/^Installing the packages failed/);
  expect(said.mock.calls.flat().join('\n')).toMatch(/changed.*\n.*nothing is installed/);
});

/** Records its command, and fails. */
const RECORD = `
  const isOffline = process.argv.includes('--offline');
  fs.writeFileSync('asked', process.argv[2] + (isOffline ? ' offline' : ''));
  process.exit(1);`;
const fails = (code: string) => `console.error('npm error code ${code}'); process.exit(1);`;
const asked = () => readFileSync(path.join(folder, 'asked'), 'utf8');

test('installs from npm’s cache when offline, or reports missing packages', () => {
  const npm = npmThat(RECORD, fails('EAI_AGAIN'));
  expect(installPackages(folder, 'the tool', npm)).toMatch(/registry cannot be reached.*connect/);
  expect(asked()).toBe('ci offline');
});

test('installs from a registry that does not support ping', () => {
  const npm = npmThat(RECORD, fails('E404'));
  expect(installPackages(folder, 'the tool', npm)).toMatch(/^Installing the packages failed/);
  expect(asked()).toBe('ci');
});

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
    }),
  ),
});
test('the lockfile names no registry', () => {
  const lockfile = readFileSync(path.join(repository, 'package-lock.json'), 'utf8');
  const { packages } = lockSchema.parse(JSON.parse(lockfile));
  const addresses = Object.values(packages).filter(({ resolved }) => resolved?.includes('://'));
  expect(addresses).toEqual([]);
});
