import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPackages } from '../install-packages.js';
import { ExpectedFailure, reportFailure } from '../processes/expected-failure.ts';
import { REPOSITORY } from '../processes/repository.ts';

export interface Side {
  name: string;
  repository: string;
}

/**
 * Calls `measure` with the commit, if one is given, and then the working tree. Checks the commit out into a temporary
 * folder and installs its dependencies. Prints a failure and sets the exit code.
 */
export async function besideCommit(
  commit: string | undefined,
  measure: (sides: readonly Side[]) => Promise<void>,
): Promise<void> {
  const here = { name: 'here', repository: REPOSITORY };
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-commit-'));
  const repository = path.join(folder, 'earshot');
  await reportFailure(async () => {
    try {
      const sides =
        commit === undefined ? [] : [{ name: checkOut(commit, repository), repository }];
      await measure([...sides, here]);
    } finally {
      git('worktree', 'remove', '--force', repository);
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Returns the abbreviated hash of the commit. */
function checkOut(commit: string, repository: string): string {
  const found = git('rev-parse', '--verify', '--quiet', '--short', `${commit}^{commit}`);
  if (found === null) throw new ExpectedFailure(`There is no commit ${commit}.`);
  if (git('worktree', 'add', '--detach', '--quiet', repository, found) === null) {
    throw new ExpectedFailure(`${found} cannot be checked out.`);
  }
  addPackages(repository);
  return found;
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Links the packages of the working tree if the lockfiles are equal. Otherwise installs packages. */
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
