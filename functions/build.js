// Builds the deployed folder functions/lib: bundles for the functions, the MCP library and the M4A worker, the lists
// of feeds and pages, and a lockfile with the repository's versions. The site's build adds the prerenderer in `site`.
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

// The site and these functions are of different builds from here on (tools/stack/built-site.ts).
await rm(join(LIB, 'site/built-from'), { force: true });
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

// Leftovers of earlier builds would be deployed.
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
