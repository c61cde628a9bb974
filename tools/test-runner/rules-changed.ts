import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPOSITORY } from '../processes/repository.ts';

const execFileAsync = promisify(execFile);

const RULES = ['firestore.rules', 'tests/rules'];

/**
 * True if the rules of Firestore or their tests differ from main (on main, from the previous commit). Also true if git
 * cannot compare, as in a shallow clone.
 */
export async function haveRulesChanged(repository = REPOSITORY): Promise<boolean> {
  const git = async (...args: string[]) =>
    (await execFileAsync('git', args, { cwd: repository })).stdout.trim();
  try {
    const base = await git('merge-base', 'HEAD~1', 'main');
    const committed = await git('diff', '--name-only', base, '--', ...RULES);
    const others = await git('status', '--porcelain', '--', ...RULES);
    return committed + others !== '';
  } catch {
    return true;
  }
}
