import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { haveRulesChanged } from './rules-changed.ts';

let folder = '';
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: folder,
    stdio: 'pipe',
  });
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const commit = (file: string, text: string) => {
  write(file, text);
  git('add', '.');
  git('commit', '-qm', text);
};

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(path.join(folder, 'tests/rules'), { recursive: true });
  git('init', '-qb', 'main');
  commit('firestore.rules', 'one');
  commit('readme', 'one');
});

test('a commit of other files leaves the rules unchanged', async () => {
  expect(await haveRulesChanged(folder)).toBe(false);
});

test('rules have changed with the last commit on main, or without a commit', async () => {
  write('tests/rules/new.ts', 'two');
  expect(await haveRulesChanged(folder)).toBe(true);
  commit('firestore.rules', 'two');
  expect(await haveRulesChanged(folder)).toBe(true);
  commit('readme', 'two');
  expect(await haveRulesChanged(folder)).toBe(false);
});

test('rules have changed with any commit of a branch', async () => {
  git('checkout', '-qb', 'branch');
  commit('firestore.rules', 'two');
  commit('readme', 'two');
  commit('readme', 'three');
  expect(await haveRulesChanged(folder)).toBe(true);
});

test('assumes changed rules if git cannot compare commits', async () => {
  git('checkout', '-q', '--orphan', 'alone');
  git('commit', '-qm', 'alone');
  expect(await haveRulesChanged(folder)).toBe(true);
  expect(await haveRulesChanged(path.join(folder, 'nowhere'))).toBe(true);
});
