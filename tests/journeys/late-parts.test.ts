import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/launch-browser.ts';
import { look } from '../support/look.ts';
import { heard, picture, visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };
const expectErrors = /Failed to (load|fetch)|A part of the site|error boundary/;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name });

/** How many documents the page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

/** The home page, ready to be used, with none of the terms page loaded. */
async function open(address = '/', options = {}) {
  const visitor = await visit(browser, address, { expectErrors, ...options });
  await heard(footerLink(visitor.page, 'Terms'));
  return visitor;
}

describe('offline', () => {
  test('a page that is not loaded says so, and appears by itself when the connection returns', async () => {
    const { page, leave } = await open();
    const loads = countLoads(page);
    await page.context().setOffline(true);
    await footerLink(page, 'Terms').click();
    await heading(page, 'You are offline').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('when you are connected again');
    await page.context().setOffline(false);
    await heading(page, 'Terms').waitFor();
    expect(new URL(page.url()).pathname).toBe('/terms');
    expect(loads()).toBe(0);
    await leave();
  });

  test('Retry says that it is still so, and keeps the focus', async () => {
    const { page, leave } = await open();
    await page.context().setOffline(true);
    await footerLink(page, 'Terms').click();
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.click();
    await heading(page, 'You are offline').waitFor();
    expect(await retry.evaluate((button) => button === document.activeElement)).toBe(true);
    // Another page, which is loaded already, can be gone back to.
    await page.goBack();
    await page.getByRole('search').waitFor();
    await leave();
  });

  test('the menu says so, can be closed, and opens when the connection returns', async () => {
    const { page, leave } = await open('/', PHONE);
    await page.context().setOffline(true);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.tap();
    await heading(page, 'You are offline').waitFor();
    await page.getByRole('button', { name: 'Close' }).tap();
    await expect.poll(() => heading(page, 'You are offline').count()).toBe(0);
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await menu.tap();
    await heading(page, 'You are offline').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    expect(await heading(page, 'You are offline').count()).toBe(0);
    await leave();
  });
});

describe('after a deployment', () => {
  const TERMS = /\/assets\/terms-page-[^/]+\.js$/;
  const gone = { status: 404, contentType: 'text/html', body: '<!doctype html>' };

  test('a page whose part is gone is loaded with the new version, by one reload', async () => {
    const { page, leave } = await open();
    const loads = countLoads(page);
    await page.route(TERMS, (route) => (loads() === 0 ? route.fulfill(gone) : route.continue()));
    await footerLink(page, 'Terms').click();
    await heading(page, 'Terms').waitFor();
    expect(new URL(page.url()).pathname).toBe('/terms');
    expect(loads()).toBe(1);
    await leave();
  });

  test('a part that stays missing is said to be, after one reload and no more', async () => {
    const { page, leave } = await open();
    const loads = countLoads(page);
    await page.route(TERMS, (route) => route.fulfill(gone));
    await footerLink(page, 'Terms').click();
    await heading(page, 'Something went wrong').waitFor();
    expect(loads()).toBe(1);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect.poll(loads).toBe(2);
    await heading(page, 'Something went wrong').waitFor();
    await page.waitForLoadState('networkidle');
    expect(loads()).toBe(2);
    await leave();
  });

  test('a part that is HTML by now counts as gone', async () => {
    const { page, leave } = await open();
    const loads = countLoads(page);
    await page.route(TERMS, (route) =>
      loads() === 0 ? route.fulfill({ ...gone, status: 200 }) : route.continue(),
    );
    await footerLink(page, 'Terms').click();
    await heading(page, 'Terms').waitFor();
    expect(loads()).toBe(1);
    await leave();
  });
});

test.each(['light', 'dark'] as const)(
  'what is said while offline fits (%s)',
  async (colorScheme) => {
    const { page, leave } = await open('/', { colorScheme });
    await page.context().setOffline(true);
    await footerLink(page, 'Terms').click();
    await heading(page, 'You are offline').waitFor();
    await look(page, 'offline', colorScheme);
    await page.goBack();
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await heading(page, 'You are offline').waitFor();
    await picture(page, `offline-menu-375-${colorScheme}`);
    await leave();
  },
);
