import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';
import { expectToFit, look } from '../support/browser/look.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';

const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

test.use({ expectErrors: /Failed to (load|fetch)|A part of the site|error boundary/ });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const termsLink = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

// Starts on the hydrated home page, which loads no chunk of the terms page.
test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await untilHeard(page);
});

test.describe('offline', () => {
  test('explains that a page is not loaded, and shows it when the connection returns', async ({
    page,
    context,
  }) => {
    const loads = countLoads(page);
    await context.setOffline(true);
    await termsLink(page).click();
    await expect(heading(page, 'You are offline')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('when you are back online');
    await context.setOffline(false);
    await expect(heading(page, 'Terms')).toBeVisible();
    await expect(page).toHaveURL('/terms');
    expect(loads()).toBe(0);
  });

  test('Retry reports the failure again, and keeps the focus', async ({ page, context }) => {
    await context.setOffline(true);
    await termsLink(page).click();
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.click();
    await expect(heading(page, 'You are offline')).toBeVisible();
    await expect(retry).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('search')).toBeVisible();
  });

  test.describe('an optional part', () => {
    const COVERAGE = /\/assets\/coverage-text-[^/]+\.js$/;

    test.use({ expectErrors: /Failed to load/ });

    test('appears when the connection returns, without a message', async ({ page, context }) => {
      const coverage = page.getByText(/recent episodes? .*from .* podcasts?/);
      await expect(coverage).toBeVisible();
      await page.route(COVERAGE, async (route) => {
        await context.setOffline(true);
        // Long enough for the rest of the page to appear.
        await delay(200);
        await route.abort('internetdisconnected');
      });
      const failed = page.waitForEvent('requestfailed', (request) => COVERAGE.test(request.url()));
      await page.reload();
      await failed;
      await untilHeard(page);
      await expect(page.getByRole('search')).toBeVisible();
      await expect(coverage).toHaveCount(0);
      await page.unroute(COVERAGE);
      await context.setOffline(false);
      await expect(coverage).toBeVisible();
    });
  });

  test.describe('on a phone', () => {
    test.use(PHONE);

    test('the menu explains itself, can be closed, and opens when the connection returns', async ({
      page,
      context,
    }) => {
      await context.setOffline(true);
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      const notice = heading(page, 'You are offline');
      await menu.tap();
      await expect(notice).toBeVisible();
      await page.getByRole('button', { name: 'Close' }).tap();
      await expect(notice).toHaveCount(0);
      await expect(menu).toBeFocused();
      await menu.tap();
      await expect(notice).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await expect(notice).toHaveCount(0);
    });
  });
});

test.describe('after a deployment', () => {
  const TERMS = /\/assets\/information-route-[^/]+\.js$/;
  const gone = { status: 404, contentType: 'text/html', body: '<!doctype html>' };

  for (const [what, answer] of [
    ['gone', gone],
    ['HTML by now', { ...gone, status: 200 }],
  ] as const) {
    test(`one reload loads the new version of a page whose part is ${what}`, async ({ page }) => {
      const loads = countLoads(page);
      await page.route(TERMS, (route) =>
        loads() === 0 ? route.fulfill(answer) : route.continue(),
      );
      await termsLink(page).click();
      await expect(heading(page, 'Terms')).toBeVisible();
      await expect(page).toHaveURL('/terms');
      expect(loads()).toBe(1);
    });
  }

  test('a part that stays missing is reported after one reload', async ({ page }) => {
    const loads = countLoads(page);
    await page.route(TERMS, (route) => route.fulfill(gone));
    await termsLink(page).click();
    await expect(heading(page, 'Something went wrong')).toBeVisible();
    expect(loads()).toBe(1);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect.poll(loads).toBe(2);
    await expect(heading(page, 'Something went wrong')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(loads()).toBe(2);
  });
});

test('the offline messages fit every width', async ({ page, context }) => {
  await context.setOffline(true);
  await termsLink(page).click();
  await expect(heading(page, 'You are offline')).toBeVisible();
  await look(page);
  await page.goBack();
  await page.setViewportSize(PHONE.viewport);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(heading(page, 'You are offline')).toBeVisible();
  await expectToFit(page);
});
