import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';

/** Scripts that only one kind of page loads. */
const PAGE_SCRIPTS = /\/assets\/(topic-routes|home-route|hub-route|information-route)-[^/]+\.js$/;

const covers = (page: Page) => page.locator('article img');

test.describe('a cover that failed before hydration', () => {
  test.use({ expectErrors: /Failed to load resource/ });

  test('the placeholder replaces it, and loaded covers stay', async ({ page }) => {
    let broken = '';
    await page.route('**/*.{svg,png,jpg}', async (route) => {
      const address = route.request().url();
      if (!address.includes('covers') && !address.includes('image')) return route.fallback();
      broken ||= address;
      return address === broken ? route.fulfill({ status: 404 }) : route.fallback();
    });
    // Delays hydration until long after the first images have loaded.
    await page.route(PAGE_SCRIPTS, async (route) => {
      await page.waitForTimeout(1500);
      await route.fallback();
    });
    await page.goto('/company/openai');
    await expect.poll(() => broken).not.toBe('');
    const all = await covers(page).count();
    await untilHeard(page);
    await expect(page.locator(`img[src="${broken}"]`)).toHaveCount(0);
    expect(await covers(page).count()).toBeGreaterThan(all / 2);
    await expect(covers(page).first()).toBeVisible();
  });
});

for (const address of ['/company/openai', '/', '/trends/quantum-computing', '/about']) {
  test.describe(`${address}, offline between the page and its scripts,`, () => {
    test.use({ expectErrors: /Failed to load/ });

    test('stays readable, and works when the connection returns', async ({ page, context }) => {
      await page.route(PAGE_SCRIPTS, async (route) => {
        await context.setOffline(true);
        await route.abort('internetdisconnected');
      });
      await page.goto(address);
      const heading = page.getByRole('heading', { level: 1 });
      const before = await heading.innerText();
      await page.waitForEvent('requestfailed', (request) => PAGE_SCRIPTS.test(request.url()));
      // Long enough for an error message to appear.
      await page.waitForTimeout(1000);
      await expect(heading).toHaveText(before);
      await expect(page.getByText('You are offline')).toHaveCount(0);
      await page.unroute(PAGE_SCRIPTS);
      await context.setOffline(false);
      await untilHeard(page);
      await expect(heading).toHaveText(before);
    });
  });
}
