import { expect, test } from 'vitest';
import { HOME_PAGE, sitePageAt, trendPage } from '#content/site-pages.ts';
import { ALIAS, HUB_PATH, PATH } from '#shared/testing/subject-pages.ts';
import { feedAddress } from './feed-address.ts';

test('a listed page has its own feed', () => {
  expect(feedAddress(sitePageAt(ALIAS)!, false)).toBe(`${PATH}.xml`);
  expect(feedAddress(sitePageAt(HUB_PATH)!, false)).toBe(`${HUB_PATH}.xml`);
});

test('an unlisted page has the feed of its search', () => {
  expect(feedAddress(trendPage({ slug: 'quantum-computing' })!, true)).toBe(
    '/search.xml?q=Quantum+Computing',
  );
  expect(feedAddress({ path: '/', keywords: ['OpenAI', 'a&b'] }, true)).toBe(
    '/search.xml?q=OpenAI,a%26b',
  );
});

test('a page without episodes has no feed', () => {
  expect(feedAddress(HOME_PAGE, false)).toBeNull();
  expect(feedAddress(sitePageAt('/about')!, false)).toBeNull();
});
