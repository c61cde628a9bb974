import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const readme = read('README.md');
const GUIDES = readdirSync(new URL('docs', root));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')));

test('lists every developer command in the guide of commands', () => {
  const steps = ['build', 'format', 'lint', 'types', 'unused'];
  const commands = Object.keys(scripts).filter((name) => !steps.includes(name));
  const unnamed = commands.filter(
    (name) => !new RegExp(`npm (run )?${name}(?![\\w:])`).test(read('docs/commands.md')),
  );
  expect(unnamed).toEqual([]);
});

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

test('links only to existing files and headings between the guides', () => {
  const folders = {
    '': ['README.md', 'CONTRIBUTING.md', 'DECISIONS.md', 'SECURITY.md'],
    docs: GUIDES,
  };
  const links = Object.entries(folders).flatMap(([folder, files]) =>
    files.flatMap((file) => {
      const from = new URL(folder === '' ? file : `${folder}/${file}`, root);
      const targets = [...readFileSync(from, 'utf8').matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)];
      return targets.map(([, target = '']) => new URL(target, from));
    }),
  );
  expect(links.length).toBeGreaterThan(20);
  const broken = links.filter((link) => {
    if (!existsSync(link)) return true;
    if (link.hash === '') return false;
    const headings = [...readFileSync(link, 'utf8').matchAll(/^#+ (.+)$/gm)];
    return !headings.some(([, text = '']) => `#${anchorOf(text)}` === link.hash);
  });
  expect(broken.map(({ href }) => href)).toEqual([]);
});

test('keeps the README short', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test('gives all packages, the code and the newest changelog entry one version', async () => {
  const { VERSION } = await import('../../functions/src/platform/version.ts');
  const packages = [
    'package.json',
    'web/package.json',
    'functions/package.json',
    'tests/package.json',
  ];
  const versions = packages.map(
    (file) => z.object({ version: z.string() }).parse(JSON.parse(read(file))).version,
  );
  expect(new Set(versions)).toEqual(new Set([VERSION]));
  expect(/^## (\d\S+)/mu.exec(read('CHANGELOG.md'))?.[1]).toBe(VERSION);
});
