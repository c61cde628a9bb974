import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Has every page of the context say, on its root element, that the app hears what is done to it. */
export async function notePageReadiness(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // The event comes when React has been given the page; it is idle once React has taken it over.
    document.addEventListener('earshot:hears', () =>
      requestIdleCallback(() => document.documentElement.setAttribute('data-hears', '')),
    );
  });
}

/**
 * Waits until the page hears what is done to it: a prerendered one is there before its scripts are, and
 * what is typed or pressed before that may go unheard.
 */
export async function untilHeard(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hears');
}
