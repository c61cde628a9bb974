import { locate, needsOf, reachedFrom } from './locked-packages.js';

/** @typedef {import('./locked-packages.js').LockedPackages} LockedPackages */

/** Flags that describe a package's role in the repository, so they would be wrong in the new lockfile. */
const LOCAL_FIELDS = new Set(['dev', 'devOptional', 'optional', 'peer', 'extraneous']);
const OPTIONAL = { optional: true };

/**
 * Creates a package-lock.json for `names` and their dependencies, with the versions that the repository's lockfile
 * has for `workspace`. Throws if a package is missing there.
 * @param {LockedPackages} packages The repository's.
 * @param {string} workspace @param {readonly string[]} names
 * @param {{ name: string, engines: Record<string, string> }} manifest
 * @returns {{ name: string, lockfileVersion: number, requires: boolean, packages: LockedPackages }}
 */
export function deployedLockfile(packages, workspace, names, manifest) {
  const dependencies = Object.fromEntries(
    names.map((name) => [name, packages[locate(packages, workspace, name) ?? '']?.version ?? '']),
  );
  const root = { ...manifest, dependencies };
  const { tree, sources } = place(packages, workspace, root);
  const required = reachedFrom(tree, '', ({ optional }) => !optional);
  /** @type {LockedPackages} */
  const entries = {};
  for (const path of [...sources.keys()].sort()) {
    const locked = Object.entries(tree[path] ?? {}).filter(([key]) => !LOCAL_FIELDS.has(key));
    entries[path] = { ...Object.fromEntries(locked), ...(!required.has(path) && OPTIONAL) };
  }
  return {
    name: manifest.name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...entries },
  };
}

/**
 * Places each package in the top node_modules, or below its dependent if another version is already there. Goes
 * breadth first, so that a nested package cannot hide one that a deeper package already resolved.
 * @param {LockedPackages} packages @param {string} workspace
 * @param {import('./locked-packages.js').LockedPackage} root
 */
function place(packages, workspace, root) {
  /** @type {LockedPackages} */
  const tree = { '': root };
  /** @type {Map<string, string>} */
  const sources = new Map();
  const waiting = [{ path: '', source: workspace }];
  for (const { path, source } of waiting) {
    for (const { name, optional } of needsOf(tree[path] ?? {})) {
      const wanted = locate(packages, source, name);
      if (wanted === null) {
        if (optional) continue;
        throw new Error(`package-lock.json has no ${name}, which ${source} needs`);
      }
      const present = locate(tree, path, name);
      if (present !== null && sources.get(present) === wanted) continue;
      const at = present === null ? `node_modules/${name}` : `${path}/node_modules/${name}`;
      tree[at] = packages[wanted] ?? {};
      sources.set(at, wanted);
      waiting.push({ path: at, source: wanted });
    }
  }
  return { tree, sources };
}
