import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { asNewClient } from '../support/client.ts';
import { notePageErrors } from '../support/browser/page-errors.ts';
import { siteUrl } from '../support/stack.ts';

const ARTIFACTS = path.join(import.meta.dirname, '../artifacts');

interface Visitor {
  page: Page;
  /** Closes the browser context. Fails if a page reported an unexpected error. */
  leave(): Promise<void>;
}

export async function visit(
  browser: Browser,
  address: string,
  expectErrors: RegExp,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: siteUrl(),
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: asNewClient(),
  });
  const errors = await notePageErrors(context, expectErrors);
  const page = await context.newPage();
  await page.goto(address);
  return {
    page,
    async leave() {
      await context.close();
      expect(errors).toEqual([]);
    },
  };
}

/** Saves a full-page screenshot in tests/artifacts if the environment variable PICTURES is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return;
  await page.screenshot({ path: path.join(ARTIFACTS, `${name}.png`), fullPage: true });
}
