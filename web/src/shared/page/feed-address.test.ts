import { afterEach, expect, test } from 'vitest';
import { HOME_PAGE, sitePageAt, trendPage } from '#content/site-pages.ts';
import { site } from '#shared/site.ts';
import { feedAddress } from './feed-address.ts';

const { appCheckSiteKey } = site;
afterEach(() => void (site.appCheckSiteKey = appCheckSiteKey));

test('a listed page has its own feed', () => {
  expect(feedAddress(sitePageAt('/openai')!, false)).toBe('/company/openai.xml');
  expect(feedAddress(sitePageAt('/topics/venture-capital')!, false)).toBe(
    '/topics/venture-capital.xml',
  );
});

test('an unlisted page has the feed of its search', () => {
  expect(feedAddress(trendPage({ slug: 'quantum-computing' })!, true)).toBe(
    '/search.xml?q=Quantum+Computing',
  );
  expect(feedAddress({ path: '/', keywords: ['OpenAI', 'a&b'] }, true)).toBe(
    '/search.xml?q=OpenAI,a%26b',
  );
});

test('searches have no feed while App Check is on', () => {
  site.appCheckSiteKey = 'key';
  expect(feedAddress({ path: '/', keywords: ['OpenAI'] }, true)).toBeNull();
  expect(feedAddress(sitePageAt('/openai')!, false)).toBe('/company/openai.xml');
});

test('a page without episodes has no feed', () => {
  expect(feedAddress(HOME_PAGE, false)).toBeNull();
  expect(feedAddress(sitePageAt('/about')!, false)).toBeNull();
});
