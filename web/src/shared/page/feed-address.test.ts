import { afterEach, expect, test } from 'vitest';
import { HOME_PAGE, sitePageAt, trendPage } from '#content/site-pages.ts';
import { site } from '#shared/site.ts';
import { feedAddress } from './feed-address.ts';

const { appCheckSiteKey } = site;
afterEach(() => void (site.appCheckSiteKey = appCheckSiteKey));

test('a page of the site has its feed beside it', () => {
  expect(feedAddress(sitePageAt('/openai')!, false)).toBe('/company/openai.xml');
  expect(feedAddress(sitePageAt('/topics/venture-capital')!, false)).toBe(
    '/topics/venture-capital.xml',
  );
});

test('a page that the site does not list has the feed of its search', () => {
  expect(feedAddress(trendPage({ slug: 'quantum-computing' })!, true)).toBe(
    '/search.xml?q=Quantum+Computing',
  );
  expect(feedAddress({ path: '/', keywords: ['OpenAI', 'a&b'] }, true)).toBe(
    '/search.xml?q=OpenAI,a%26b',
  );
});

test('searches have none where they must prove where they come from', () => {
  site.appCheckSiteKey = 'key';
  expect(feedAddress({ path: '/', keywords: ['OpenAI'] }, true)).toBeNull();
  expect(feedAddress(sitePageAt('/openai')!, false)).toBe('/company/openai.xml');
});

test('a page without episodes has none', () => {
  expect(feedAddress(HOME_PAGE, false)).toBeNull();
  expect(feedAddress(sitePageAt('/about')!, false)).toBeNull();
});
