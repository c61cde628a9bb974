import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { temporaryFolder } from '../functions/src/platform/temporary-folder.ts';
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

/** A fake npm that runs `work` in its working folder, with `fs` in scope, and answers a ping with `ping`. */
function npmThat(work: string, ping = ''): NodeJS.ProcessEnv {
  mkdirSync(path.join(folder, 'bin'));
  const file = path.join(folder, 'bin', 'npm-cli.cjs');
  writeFileSync(
    file,
    `const fs = require('node:fs'); if (process.argv[2] === 'ping') { ${ping} } else { ${work} }`,
  );
  return { ...process.env, npm_execpath: file };
}

test('installs what is missing once, in the folder, and says so', () => {
  const npm = npmThat(
    `fs.mkdirSync('node_modules'); fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`,
  );
  expect(installPackages(folder, 'the tool', npm)).toBeNull();
  expect(said.mock.calls.flat().join('\n')).toMatch(/^Installing the tool \(nothing is installed/);
  said.mockClear();
  expect(installPackages(folder, 'the tool', npm)).toBeNull();
  expect(said).not.toHaveBeenCalled();
});

test('reports an install that fails, and begins it again the next time', () => {
  mkdirSync(path.join(folder, 'node_modules'));
  const other = JSON.stringify({ packages: {} });
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), other);
  const npm = npmThat('process.exit(1)');
  expect(installPackages(folder, 'the tool', npm)).toMatch(/^Installing the packages failed/);
  expect(installPackages(folder, 'the tool', npm)).toMatch(/^Installing the packages failed/);
  expect(said.mock.calls.flat().join('\n')).toMatch(/changed.*\n.*nothing is installed/);
});

/** Says what it was asked for, and fails. */
const NOTED = `
  const isOffline = process.argv.includes('--offline');
  fs.writeFileSync('asked', process.argv[2] + (isOffline ? ' offline' : ''));
  process.exit(1);`;
const fails = (code: string) => `console.error('npm error code ${code}'); process.exit(1);`;
const asked = () => readFileSync(path.join(folder, 'asked'), 'utf8');

test('takes what npm kept without waiting for a network, or says that it lacks packages', () => {
  const npm = npmThat(NOTED, fails('EAI_AGAIN'));
  expect(installPackages(folder, 'the tool', npm)).toMatch(/registry cannot be reached.*connect/);
  expect(asked()).toBe('ci offline');
});

test('asks a registry that knows no ping for the packages all the same', () => {
  const npm = npmThat(NOTED, fails('E404'));
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
