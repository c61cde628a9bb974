import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import { AnyTrendRoute, preloadSitePage } from './site-page-element.tsx';

test('preloads the page of an unlisted trend, so that its first rendering does not suspend', async () => {
  const page = deferred();
  vi.spyOn(AnyTrendRoute, 'preload').mockReturnValueOnce(page.promise);
  let isReady = false;
  const ready = preloadSitePage('/trends/anything-at-all').then(() => (isReady = true));
  await new Promise((later) => setTimeout(later, 20));
  expect(isReady).toBe(false);
  await page.resolve();
  expect(await ready).toBe(true);
});

test('preloads nothing for an unknown path', async () => {
  const preload = vi.spyOn(AnyTrendRoute, 'preload');
  await preloadSitePage('/nowhere');
  expect(preload).not.toHaveBeenCalled();
});
