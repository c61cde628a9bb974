import path from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { asNewCaller } from './caller.ts';
import { siteUrl } from './stack.ts';

const ARTIFACTS = path.join(import.meta.dirname, '../artifacts');

export interface Visitor {
  page: Page;
  /** Fails when the page logged an error or an exception that was not expected. */
  leave(): Promise<void>;
}

/** Someone with a fresh browser profile. What the console reports as an error ends the test in failure. */
export async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions & { expectErrors?: RegExp } = {},
): Promise<Visitor> {
  const { expectErrors, ...contextOptions } = options;
  const context = await browser.newContext({
    baseURL: siteUrl(),
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: asNewCaller(),
    ...contextOptions,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  const report = (text: string) => {
    if (!expectErrors?.test(text)) errors.push(text);
  };
  // What the content security policy stops is reported as an error, so that no journey passes over it.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Violation of ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error') report(message.text());
  });
  page.on('pageerror', (error) => report(error.message));
  await page.goto(address);
  return {
    page,
    async leave() {
      await context.close();
      expect(errors).toEqual([]);
    },
  };
}

/**
 * Keeps a picture of the whole page under tests/artifacts, where `PICTURES=1` asks for it: pictures
 * take a third of the journeys' time.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return;
  await page.screenshot({ path: path.join(ARTIFACTS, `${name}.png`), fullPage: true });
}

/** How far the page is wider than the window, CSS pixels; more than 0 means sideways scrolling. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * Waits until the page hears what is done to an element: a prerendered one is there before the
 * scripts are, and a click on it before that goes unheard.
 */
export async function heard(element: Locator): Promise<void> {
  // Found anew each time: where the page is not taken over but begun afresh, so are its elements.
  await expect
    .poll(
      // React leaves what an element was rendered with on the element.
      () =>
        element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))),
      { timeout: 20_000 },
    )
    .toBe(true);
}
