import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../functions/src/platform/log.ts';
import { REPOSITORY } from '../processes/repository.ts';

/** Workspaces that the builds of functions and site read. */
const SOURCES = ['functions', 'web'];
const NO_SOURCES = new Set(['node_modules', '.cache', 'functions/lib', 'web/dist']);
/** Files of the repository that the builds read. Vite reads all `.env` files. */
const SETTINGS = /^(\.env.*|package(-lock)?\.json|firebase\.json|tsconfig.*\.json)$/;
/** npm's record of what is installed. */
const INSTALLED = 'node_modules/.package-lock.json';

/** The site that Hosting serves. */
const SITE = 'web/dist';
/**
 * The digest from which functions and site were built. Each build of either removes this file first: that of the site
 * empties the folder, and functions/build.js deletes the file.
 */
const STAMP = 'functions/lib/site/built-from';

/** Returns a digest of all that the builds of functions and site depend on. */
export function digestSources(
  environment: NodeJS.ProcessEnv,
  repository = REPOSITORY,
  node = process.version,
): string {
  const settings = readdirSync(repository).filter((name) => SETTINGS.test(name));
  const files = [...SOURCES.flatMap((folder) => filesIn(repository, folder)), ...settings];
  if (existsSync(path.join(repository, INSTALLED))) files.push(INSTALLED);
  // security.txt expires a year after it was built.
  const month = new Date().toISOString().slice(0, 7);
  const hash = createHash('sha256').update(JSON.stringify([node, month, ofBuild(environment)]));
  for (const file of files.sort()) {
    const content = readFileSync(path.join(repository, file));
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function ofBuild(environment: NodeJS.ProcessEnv) {
  return Object.entries(environment)
    .filter(([name]) => name.startsWith('VITE_') || name === 'NODE_ENV')
    .sort();
}

function filesIn(repository: string, folder: string): string[] {
  return readdirSync(path.join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (NO_SOURCES.has(entry.name) || NO_SOURCES.has(file)) return [];
    if (entry.isDirectory()) return filesIn(repository, file);
    return entry.isFile() ? [file] : [];
  });
}

export function isBuiltFrom(digest: string, repository = REPOSITORY): boolean {
  const stamp = path.join(repository, STAMP);
  if (!existsSync(stamp) || !existsSync(path.join(repository, SITE))) return false;
  return readFileSync(stamp, 'utf8') === digest;
}

/** Deletes the site, so that nobody sees an old one while the next is built. */
export function removeSite(repository = REPOSITORY): void {
  for (const name of [STAMP, SITE]) rmSync(path.join(repository, name), RECURSIVE);
}

const RECURSIVE = { recursive: true, force: true };

/** Makes the complete site in `folder` the one that Hosting serves. The stamp comes last. */
export function showSite(folder: string, digest: string, repository = REPOSITORY): void {
  const [site, stamp] = [path.join(repository, SITE), path.join(repository, STAMP)];
  rmSync(site, RECURSIVE);
  try {
    renameSync(folder, site);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    // The data folder may be on another file system.
    cpSync(folder, site, { recursive: true });
    rmSync(folder, RECURSIVE);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  // A renamed file is never half-written.
  writeFileSync(`${stamp}-new`, digest);
  renameSync(`${stamp}-new`, stamp);
}
