import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPackages } from '../install-packages.js';
import { ExpectedFailure, toldOf } from '../processes/expected-failure.ts';
import { REPOSITORY } from '../processes/repository.ts';

/** A state of the code that is measured. */
export interface Side {
  name: string;
  repository: string;
}

/**
 * Calls `compare` with the commit, checked out into a temporary folder with its dependencies, and the working
 * tree as it is. Prints a failure that the user can mend, and sets the exit code.
 */
export async function besideCommit(
  commit: string,
  compare: (sides: readonly [old: Side, here: Side], folder: string) => Promise<void>,
): Promise<void> {
  const found = git('rev-parse', '--verify', '--quiet', '--short', `${commit}^{commit}`);
  if (found === null) {
    console.error(`There is no commit ${commit}.`);
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-compare-'));
  const repository = path.join(folder, 'earshot');
  try {
    if (git('worktree', 'add', '--detach', '--quiet', repository, found) === null) {
      throw new ExpectedFailure(`${found} cannot be checked out.`);
    }
    addPackages(repository);
    const sides = [
      { name: found, repository },
      { name: 'here', repository: REPOSITORY },
    ] as const;
    await compare(sides, folder);
  } catch (error) {
    console.error(toldOf(error));
    process.exitCode = 1;
  } finally {
    git('worktree', 'remove', '--force', repository);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What git printed; null if it failed. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Links the packages of this repository if they are the same ones, and installs the commit's otherwise. */
function addPackages(repository: string): void {
  const lockfileOf = (folder: string) =>
    readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  if (lockfileOf(repository) === lockfileOf(REPOSITORY)) {
    for (const workspace of ['.', 'functions', 'web', 'tests']) {
      const packages = path.join(REPOSITORY, workspace, 'node_modules');
      if (!existsSync(packages)) continue;
      symlinkSync(packages, path.join(repository, workspace, 'node_modules'), 'junction');
    }
    return;
  }
  const failure = installPackages(repository, 'the packages of the other commit', process.env);
  if (failure !== null) throw new ExpectedFailure(failure);
}
