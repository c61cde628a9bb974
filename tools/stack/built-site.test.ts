import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { digestSources, isBuiltFrom, removeSite, showSite } from './built-site.ts';

let repository = '';
const at = (file: string) => path.join(repository, file);
function write(file: string, text: string) {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}
/** A folder of Linux that is in memory. */
const MEMORY = '/dev/shm';
const digest = (environment: NodeJS.ProcessEnv = {}, node = 'v24.0.0') =>
  digestSources(environment, repository, node);

beforeEach(() => {
  repository = temporaryFolder();
  write('functions/src/contract/index.ts', 'one');
  write('functions/feeds.opml', 'one');
  write('web/src/content/roster.ts', 'one');
  write('web/src/lib/dist.ts', 'one');
  write('package-lock.json', 'one');
  write('.env', 'VITE_SITE_NAME=One');
  write('node_modules/.package-lock.json', 'one');
});

describe('the digest', () => {
  test.each([
    'functions/src/contract/index.ts',
    'functions/feeds.opml',
    'web/src/content/roster.ts',
    'web/src/lib/dist.ts',
    'web/public/new.png',
    'package-lock.json',
    'firebase.json',
    '.env',
    '.env.production',
    'node_modules/.package-lock.json',
  ])('changes with %s', (file) => {
    const before = digest();
    write(file, 'two');
    expect(digest()).not.toBe(before);
    write(file, 'three');
    expect(digest()).not.toBe(before);
  });

  test('changes when a source is deleted, or text moves to the next file', () => {
    const before = digest();
    write('web/src/a.ts', 'ab');
    write('web/src/b.ts', 'c');
    const first = digest();
    write('web/src/a.ts', 'a');
    write('web/src/b.ts', 'bc');
    expect(digest()).not.toBe(first);
    for (const file of ['web/src/a.ts', 'web/src/b.ts']) rmSync(at(file));
    expect(digest()).toBe(before);
    rmSync(at('functions/feeds.opml'));
    expect(digest()).not.toBe(before);
  });

  test('changes with the version of Node and the settings of the site, in any order', () => {
    const before = digest({ VITE_A: '1', VITE_B: '2' });
    expect(digest({ VITE_B: '2', VITE_A: '1', HOME: '/' })).toBe(before);
    expect(digest({ VITE_A: '2', VITE_B: '2' })).not.toBe(before);
    expect(digest({ VITE_A: '1', VITE_B: '2' }, 'v20.19.0')).not.toBe(before);
  });

  test.each([
    'functions/lib/index.cjs',
    'web/dist/app.html',
    'web/.cache/types.tsbuildinfo',
    'functions/node_modules/a/index.js',
    'docs/api.md',
    'tools/a.ts',
  ])('stays the same with %s', (file) => {
    const before = digest();
    write(file, 'two');
    utimesSync(at('package-lock.json'), 0, 0);
    expect(digest()).toBe(before);
  });
});

describe('showSite', () => {
  beforeEach(() => {
    write('next/app.html', 'new');
    write('web/dist/app.html', 'old');
    write('web/dist/left-over.html', 'old');
  });

  test('a new site replaces the old one as a whole, and belongs to its digest', () => {
    expect(isBuiltFrom('a', repository)).toBe(false);
    showSite(at('next'), 'a', repository);
    expect(readFileSync(at('web/dist/app.html'), 'utf8')).toBe('new');
    expect([existsSync(at('web/dist/left-over.html')), existsSync(at('next'))]).toEqual([
      false,
      false,
    ]);
    expect([isBuiltFrom('a', repository), isBuiltFrom('b', repository)]).toEqual([true, false]);
  });

  test('a site counts as built only with its folder, and not while the next one is built', () => {
    showSite(at('next'), 'a', repository);
    rmSync(at('web/dist'), { recursive: true });
    expect(isBuiltFrom('a', repository)).toBe(false);
    write('next/app.html', 'new');
    showSite(at('next'), 'a', repository);
    removeSite(repository);
    expect([isBuiltFrom('a', repository), existsSync(at('web/dist'))]).toEqual([false, false]);
  });

  test('moves a site from another file system', (context) => {
    if (!existsSync(MEMORY) || statSync(MEMORY).dev === statSync(repository).dev) context.skip();
    const folder = mkdtempSync(path.join(MEMORY, 'site-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(path.join(folder, 'app.html'), 'new');
    showSite(folder, 'a', repository);
    expect(readFileSync(at('web/dist/app.html'), 'utf8')).toBe('new');
    expect([existsSync(folder), isBuiltFrom('a', repository)]).toEqual([false, true]);
  });

  test('a site whose folder cannot be moved does not count as built', () => {
    removeSite(repository);
    expect(() => showSite(at('nowhere'), 'a', repository)).toThrow('ENOENT');
    expect(isBuiltFrom('a', repository)).toBe(false);
  });
});
