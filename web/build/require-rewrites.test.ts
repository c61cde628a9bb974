// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SITE_PAGES } from '../src/content/site-pages.ts';
import { planPage } from '../src/prerender/plan-page.ts';
import { requireRewrites } from './require-rewrites.ts';

const file = path.join(import.meta.dirname, '../../firebase.json');
const firebaseJson: unknown = JSON.parse(readFileSync(file, 'utf8'));
const ADDRESSES = SITE_PAGES.flatMap((page) => [page.path, page.bareAlias])
  .filter((address) => address !== undefined)
  .filter((address) => planPage(address, '', Date.now()) !== null);

test('firebase.json sends the rendered pages to their function, and no others', () => {
  expect(ADDRESSES.length).toBeGreaterThan(100);
  expect(() => requireRewrites(firebaseJson, ADDRESSES)).not.toThrow();
});

test('a page that it does not know is refused, with the patterns to write', () => {
  const more = [...ADDRESSES, '/company/newcomer', '/newcomer'];
  expect(() => requireRewrites(firebaseJson, more)).toThrow(
    /put in .*"\/company\/@\([^)]*\|n8n\|newcomer\|openai\|[^)]*\)"\n\s+take out /,
  );
});

test('so is one that is no longer there, and a rule that would override how long one is kept', () => {
  const fewer = ADDRESSES.filter((address) => !address.endsWith('/openai'));
  expect(() => requireRewrites(firebaseJson, fewer)).toThrow('to "pages" do not fit');
  const text = JSON.stringify(firebaseJson).replace('"/!(a16z|', '"/!(');
  expect(() => requireRewrites(JSON.parse(text), ADDRESSES)).toThrow('with "no-cache" do not fit');
});
