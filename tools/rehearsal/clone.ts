import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../processes/repository.ts';

/** Packages that are folders of the repository: the clone has its own. */
const WORKSPACES = ['functions', 'web', 'tests'];

/** A clone of what is committed, with the packages that are installed here: installing needs a network. */
export function cloneRepository(folder: string): void {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', REPOSITORY, folder]);
  if (status !== 0) throw new Error(`git clone: ${stderr.toString()}`);
  const packages = path.join(REPOSITORY, 'node_modules');
  const links = path.join(folder, 'node_modules');
  mkdirSync(links);
  for (const name of readdirSync(packages)) {
    const isWorkspace = WORKSPACES.includes(name);
    const target = isWorkspace ? path.join('..', name) : path.join(packages, name);
    if (!name.startsWith('.')) symlinkSync(target, path.join(links, name));
  }
  symlinkSync(path.join(packages, '.bin'), path.join(links, '.bin'));
  const record = '.package-lock.json';
  copyFileSync(path.join(packages, record), path.join(links, record));
  for (const workspace of WORKSPACES) {
    const own = path.join(REPOSITORY, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(folder, workspace, 'node_modules'));
  }
}
