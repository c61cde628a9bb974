// bootstrap.js loads this file before the TypeScript loader is installed.

const OLDEST_NODE = /** @type {const} */ ([20, 19]);

/**
 * Returns the error message for a Node that is too old, or null.
 * @param {string} version As in `process.versions.node`.
 */
export function nodeComplaint(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return (
    `Earshot needs Node ${oldestMajor}.${oldestMinor} or newer and this is Node ${version}: ` +
    'install a current one from https://nodejs.org and run the command again.'
  );
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean,
 *   devOptional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 */

/** @param {unknown} lockfile @returns {Record<string, LockedPackage> | null} */
function packagesOf(lockfile) {
  if (typeof lockfile !== 'object' || lockfile === null || !('packages' in lockfile)) return null;
  return /** @type {Record<string, LockedPackage>} */ (lockfile.packages);
}

/** @param {string[] | undefined} names @param {string} name */
function allows(names, name) {
  if (!names || names.includes('any')) return true;
  if (names.includes(`!${name}`)) return false;
  return names.includes(name) || names.every((entry) => entry.startsWith('!'));
}

/**
 * Returns why packages must be installed, or null. Ignores missing optional packages. Packages for another platform
 * must be installed again, because they show that node_modules was copied from another machine.
 * @param {unknown} lockfile package-lock.json
 * @param {unknown} installed node_modules/.package-lock.json, or null
 * @param {{ platform: string, arch: string }} machine
 */
export function installReason(lockfile, installed, machine) {
  const wanted = packagesOf(lockfile);
  const present = packagesOf(installed);
  if (!wanted) return 'package-lock.json cannot be read';
  if (!present) return 'nothing is installed yet, or an install was cut short';
  for (const [path, locked] of Object.entries(wanted)) {
    if (!path.includes('node_modules/') || locked.link) continue;
    const found = present[path];
    if (!found && (locked.optional ?? locked.devOptional)) continue;
    if (found?.version !== locked.version || found?.integrity !== locked.integrity) {
      return 'package-lock.json has changed';
    }
  }
  const foreign = Object.values(present).some(
    ({ os, cpu }) => !allows(os, machine.platform) || !allows(cpu, machine.arch),
  );
  return foreign ? 'the packages are another machine’s' : null;
}
