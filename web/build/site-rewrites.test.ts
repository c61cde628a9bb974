// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SITE_PAGES, type SitePage } from '../src/content/site-pages.ts';
import { planPage } from '../src/prerender/plan-page.ts';
import { withRewrites } from './site-rewrites.ts';

const file = path.join(import.meta.dirname, '../../firebase.json');
const firebaseJson: unknown = JSON.parse(readFileSync(file, 'utf8'));
/** An entity with a neighbour in its folder, so that the pattern of the folder is a list. */
const FIRST = SITE_PAGES.find(
  ({ kind, category, path }) =>
    kind === 'entity' &&
    SITE_PAGES.some((other) => other.category === category && other.path !== path),
)!;
const FOLDER = FIRST.path.split('/')[1];
const NEWCOMER: SitePage = {
  ...FIRST,
  path: `/${FOLDER}/zz-newcomer`,
  bareAlias: '/zz-newcomer',
};

const sourcesOf = (pages: readonly SitePage[]) => {
  const { rewrites, headers } = withRewrites(firebaseJson, pages).hosting;
  return {
    rewrites: rewrites.map(({ source }) => source),
    headers: headers.map(({ source }) => source),
  };
};

test('firebase.json matches the pages; otherwise the build updates it for a commit', () => {
  expect(firebaseJson).toEqual(withRewrites(firebaseJson, SITE_PAGES));
});

test('rewrites exactly the pages that the function renders', () => {
  const rendered = SITE_PAGES.filter(({ path }) => planPage(path, '', Date.now()) !== null);
  expect(rendered.length).toBeGreaterThan(10);
  expect(sourcesOf(rendered)).toEqual(sourcesOf(SITE_PAGES));
});

test('a new page extends the patterns of its folder and of bare paths', () => {
  const { rewrites, headers } = sourcesOf([...SITE_PAGES, NEWCOMER]);
  const before = sourcesOf(SITE_PAGES);
  const others = rewrites.filter((source) => !before.rewrites.includes(source));
  expect(others).toEqual([
    expect.stringMatching(/^\/@\(.*\|zz-newcomer\)$/),
    expect.stringMatching(new RegExp(`^/${FOLDER}/@\\(.*\\|zz-newcomer\\)$`)),
  ]);
  expect(rewrites).toHaveLength(before.rewrites.length);
  expect(headers.filter((source) => !before.headers.includes(source))).toEqual([
    expect.stringMatching(/^\/!\(.*\|zz-newcomer\|.*\*\.xml\)$/),
  ]);
});

test('a new kind of page adds a pattern, and a removed page leaves none', () => {
  const book = { ...NEWCOMER, path: '/newcomers/dune', bareAlias: '/dune' };
  const { rewrites, headers } = sourcesOf([...SITE_PAGES, book]);
  expect(rewrites).toContain('/newcomers/dune');
  expect(headers).toContainEqual(expect.stringMatching(/^\/!\(.*\|newcomers\|.*\)\/\*\*$/));
  const name = FIRST.bareAlias!.slice(1);
  expect(sourcesOf(SITE_PAGES).rewrites.join()).toContain(name);
  const fewer = SITE_PAGES.filter(({ path }) => path !== FIRST.path);
  expect(sourcesOf(fewer).rewrites.join()).not.toContain(name);
});

test('keeps all other entries in their order', () => {
  const kept = (pages: readonly SitePage[]) => {
    const { hosting, ...rest } = withRewrites(firebaseJson, pages);
    const rewrites = hosting.rewrites.filter((each) => each.function?.functionId !== 'pages');
    const headers = hosting.headers.filter(({ source }) => !source.startsWith('/!('));
    return { ...rest, hosting: { ...hosting, rewrites, headers } };
  };
  expect(kept([...SITE_PAGES, NEWCOMER])).toEqual(kept(SITE_PAGES));
});
