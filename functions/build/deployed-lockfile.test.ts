import path from 'node:path';
import { expect, test } from 'vitest';
import { EXTERNAL, ROOT } from './bundle.js';
import { deployedLockfile } from './deployed-lockfile.js';
import { locate, needsOf, readLockfile } from './locked-packages.js';

const manifest = { name: 'functions', engines: { node: '>=20' } };

test('contains all dependencies without the flags of the repository', () => {
  const { packages } = deployedLockfile(
    {
      functions: { dependencies: { a: '^1.0.0', bundled: '*' } },
      'node_modules/functions': { link: true, resolved: 'functions' },
      'node_modules/a': { version: '1.2.0', optionalDependencies: { native: '*', absent: '*' } },
      'node_modules/bundled': { version: '9.0.0' },
      'node_modules/native': Object.assign({ version: '3.0.0', dependencies: { b: '1' } }, flags),
      'node_modules/b': Object.assign({ version: '1.0.0', integrity: 'sha512-b' }, flags),
    },
    'functions',
    ['a'],
    manifest,
  );
  expect(packages).toEqual({
    '': { ...manifest, dependencies: { a: '1.2.0' } },
    'node_modules/a': { version: '1.2.0', optionalDependencies: { native: '*', absent: '*' } },
    'node_modules/b': { version: '1.0.0', integrity: 'sha512-b', optional: true },
    'node_modules/native': { version: '3.0.0', dependencies: { b: '1' }, optional: true },
  });
});

const flags = { dev: true, devOptional: true, peer: true };

test('keeps two versions of a package where their users resolve them', () => {
  const { packages } = deployedLockfile(
    {
      functions: {},
      'functions/node_modules/b': { version: '2.0.0' },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0', c: '*' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', dependencies: { b: '^1.0.0' } },
    },
    'functions',
    ['a', 'b'],
    manifest,
  );
  const versions = Object.entries(packages).map(([place, { version }]) => [place, version]);
  expect(Object.fromEntries(versions)).toMatchObject({
    'node_modules/b': '2.0.0',
    'node_modules/a/node_modules/b': '1.0.0',
    'node_modules/c/node_modules/b': '1.0.0',
  });
});

test('throws if the repository lacks a package', () => {
  const packages = {
    functions: {},
    'node_modules/a': { version: '1.0.0', dependencies: { b: '1' } },
  };
  expect(() => deployedLockfile(packages, 'functions', ['a'], manifest)).toThrow(/no b, which/);
});

test('every package resolves the versions of the repository’s lockfile', () => {
  const own = readLockfile(path.join(ROOT, '..', 'package-lock.json'));
  const { packages } = deployedLockfile(own, 'functions', EXTERNAL, manifest);
  const seen = new Set<string>();
  const waiting: [string, string][] = EXTERNAL.map((name) => [
    locate(packages, '', name)!,
    locate(own, 'functions', name)!,
  ]);
  for (const [here, there] of waiting) {
    expect(packages[here]!.integrity, here).toBe(own[there]!.integrity);
    if (seen.has(`${here} ${there}`)) continue;
    seen.add(`${here} ${there}`);
    for (const { name } of needsOf(own[there]!)) {
      const wanted = locate(own, there, name);
      if (wanted !== null) waiting.push([locate(packages, here, name) ?? '', wanted]);
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(Object.keys(packages).length - 1);
  expect(JSON.stringify(packages)).not.toContain('"resolved"');
});
