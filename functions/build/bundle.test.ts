import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { BUNDLE, EXTERNAL, ROOT } from './bundle.js';
import { locate, reachedFrom, readLockfile } from './locked-packages.js';

const packages = readLockfile(path.join(ROOT, '..', 'package-lock.json'));

test('every bundled or installed package is under `dependencies`', async () => {
  const { metafile } = await build({ ...BUNDLE, metafile: true, write: false });
  const outputs = Object.values(metafile.outputs);
  const bundled = outputs
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((file) => file.includes('node_modules/'))
    .map((file) => packageOf(path.posix.join('functions', file)));
  expect(new Set(bundled).size).toBeGreaterThan(20);
  // The packages that `npm audit --omit=dev` checks.
  const audited = reachedFrom(packages, 'functions');
  expect(bundled.filter((place) => !audited.has(place))).toEqual([]);

  const left = outputs.flatMap(({ imports }) => imports.filter(({ external }) => external));
  const isLeft = (name: string) => left.some(({ path }) => `${path}/`.startsWith(`${name}/`));
  expect(EXTERNAL.filter((name) => !isLeft(name))).toEqual([]);
  const declared = packages['functions']?.dependencies ?? {};
  for (const name of EXTERNAL) {
    expect(declared).toHaveProperty([name]);
    expect(audited).toContain(locate(packages, 'functions', name));
  }
}, 60_000);

test('the main bundle excludes the MCP library', async () => {
  const { metafile } = await build({ ...BUNDLE, metafile: true, write: false });
  const { inputs = {}, bytes = 0 } = metafile.outputs['lib/index.cjs'] ?? {};
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(Object.keys(inputs).filter((file) => file.includes('/@modelcontextprotocol/'))).toEqual(
    [],
  );
}, 60_000);

/** Lockfile path of the package that contains a file. Some packages have nested node_modules. */
function packageOf(file: string): string {
  return packages[file] || file === '.' ? file : packageOf(path.posix.dirname(file));
}
