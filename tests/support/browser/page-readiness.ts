import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Makes every page of the context set `data-hears` on its root element after hydration. */
export async function notePageReadiness(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // start-page.ts dispatches the event after it has called React. Hydration has ended when the page is idle.
    document.addEventListener('earshot:hears', () =>
      requestIdleCallback(() => document.documentElement.setAttribute('data-hears', '')),
    );
  });
}

/** Waits until a page is hydrated. Input to a prerendered page before that may be lost. */
export async function untilHeard(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hears');
}
