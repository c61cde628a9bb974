import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Makes every page of the context note on its root element that the app responds. */
export async function notePageReadiness(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // The event comes when React has been given the page; it is idle once React has taken it over.
    document.addEventListener('earshot:hears', () =>
      requestIdleCallback(() => document.documentElement.setAttribute('data-hears', '')),
    );
  });
}

/**
 * Waits until the page responds: a prerendered one shows before its scripts run, and typing or pressing
 * something before that may have no effect.
 */
export async function untilHeard(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hears');
}
