// Makes the folder that is deployed, functions/lib: the functions in one CommonJS file, the MCP
// library and the thread that reads M4A in others, the lists of feeds and of the site's pages, and what npm installs
// beside them, pinned to the versions of the repository's lockfile. The site's build puts its program
// for the function `pages` there, too, into `site`.
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';
import { BUNDLE, EXTERNAL, ROOT } from './build/bundle.js';
import { deployedLockfile } from './build/deployed-lockfile.js';
import { readLockfile } from './build/locked-packages.js';
import { publicPages } from './build/public-pages.js';

const LIB = join(ROOT, BUNDLE.outdir);

const manifestSchema = z.object({ engines: z.record(z.string(), z.string()) });

await build(BUNDLE);
await copyFile(join(ROOT, 'feeds.opml'), join(LIB, 'feeds.opml'));
await writeJson('public-pages.json', await publicPages());

const ownManifest = await readFile(join(ROOT, 'package.json'), 'utf8');
const { engines } = manifestSchema.parse(JSON.parse(ownManifest));
const packages = readLockfile(join(ROOT, '..', 'package-lock.json'));
const manifest = { name: 'functions', engines };
const lockfile = deployedLockfile(packages, 'functions', EXTERNAL, manifest);
await writeJson('package-lock.json', lockfile);
await writeJson('package.json', { ...lockfile.packages[''], private: true, main: 'index.cjs' });

// What an earlier build left would be deployed with the rest.
const built = BUNDLE.entryPoints.flatMap(({ out }) => [`${out}.cjs`, `${out}.cjs.map`]);
const kept = new Set([
  ...built,
  'feeds.opml',
  'public-pages.json',
  'package-lock.json',
  'package.json',
  'site',
]);
for (const name of await readdir(LIB)) {
  if (!kept.has(name)) await rm(join(LIB, name), { recursive: true });
}

/** @param {string} name @param {unknown} value */
async function writeJson(name, value) {
  await writeFile(join(LIB, name), `${JSON.stringify(value, null, 2)}\n`);
}
