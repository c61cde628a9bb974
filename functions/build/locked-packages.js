import { readFileSync } from 'node:fs';

/**
 * The relevant fields of a package in package-lock.json.
 * @typedef {{ version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }> }} LockedPackage
 */
/** @typedef {Record<string, LockedPackage>} LockedPackages The `packages` of a package-lock.json, by path. */
/** @typedef {{ name: string, optional: boolean }} Need */

/** @param {string} file The path of a package-lock.json. */
export function readLockfile(file) {
  /** @type {unknown} */
  const lockfile = JSON.parse(readFileSync(file, 'utf8'));
  return /** @type {{ packages: LockedPackages }} */ (lockfile).packages;
}

/**
 * Resolves `name` for the package at `from` as Node does: in its own and all outer node_modules. Null if missing.
 * @param {LockedPackages} packages @param {string} from @param {string} name
 */
export function locate(packages, from, name) {
  for (let folder = from; ; folder = folderAbove(folder)) {
    const path = `${folder}/node_modules/${name}`.replace(/^\//, '');
    const found = packages[path];
    if (found) return found.link ? (found.resolved ?? path) : path;
    if (folder === '') return null;
  }
}

/** @param {string} path */
function folderAbove(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1));
}

/**
 * Lists the runtime dependencies of a package. Optional ones may be missing.
 * @param {LockedPackage} locked
 * @returns {Need[]}
 */
export function needsOf(locked) {
  const peers = Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  );
  const required = [...Object.keys(locked.dependencies ?? {}), ...peers];
  return [
    ...required.map((name) => ({ name, optional: false })),
    ...Object.keys(locked.optionalDependencies ?? {}).map((name) => ({ name, optional: true })),
  ];
}

/**
 * Paths of all transitive dependencies. Throws if the lockfile lacks a required one.
 * @param {LockedPackages} packages @param {string} from @param {(need: Need) => boolean} follow
 * @returns {Set<string>}
 */
export function reachedFrom(packages, from, follow = () => true) {
  const reached = new Set([from]);
  for (const path of reached) {
    for (const need of needsOf(packages[path] ?? {}).filter(follow)) {
      const found = locate(packages, path, need.name);
      if (found !== null) reached.add(found);
      else if (!need.optional) throw new Error(`No lockfile entry for ${need.name} (${path})`);
    }
  }
  reached.delete(from);
  return reached;
}
