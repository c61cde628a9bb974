import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/loading/deferred.ts';
import { AnyTrendRoute, preloadSitePage } from './site-page-element.tsx';

test('waits for the page of a trend that no list names, so that its first rendering does not suspend', async () => {
  const page = deferred();
  vi.spyOn(AnyTrendRoute, 'preload').mockReturnValueOnce(page.promise);
  let isReady = false;
  const ready = preloadSitePage('/trends/anything-at-all').then(() => (isReady = true));
  await new Promise((later) => setTimeout(later, 20));
  expect(isReady).toBe(false);
  await page.resolve();
  expect(await ready).toBe(true);
});

test('waits for no page where there is none', async () => {
  const preload = vi.spyOn(AnyTrendRoute, 'preload');
  await preloadSitePage('/nowhere');
  expect(preload).not.toHaveBeenCalled();
});
