import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const PHONE_WIDTH = 375;
const DESKTOP_WIDTH = 1280;
const OTHER_WIDTHS = [320, 768, 1920];
/** Without its comments and long names: each page that is examined must read it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** For `test.use`: with transitions, every change of colours would have to be waited for. */
export const WITHOUT_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const;

/**
 * What the page shows fits every width, and axe finds nothing in it. Axe looks at the phone's layout
 * in light and at the desktop's in dark: each layout and each set of colours once. The page is left
 * light, at 1280 px.
 */
export async function look(page: Page): Promise<void> {
  for (const width of [...OTHER_WIDTHS, PHONE_WIDTH]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
  await examine(page);
  await page.setViewportSize({ width: DESKTOP_WIDTH, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectToFit(page);
  await examine(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The page fits the window it is in, and axe finds nothing, light or dark. The page is left light. */
export async function lookHere(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectToFit(page);
    await examine(page);
  }
}

/** Fails when axe finds something in the page as it is now. */
export async function examine(page: Page): Promise<void> {
  await untilStill(page);
  // A document keeps it, as fast as it has become by running once. Axe's own builder for Playwright takes
  // five times as long: it sees to frames, which no page has.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    const { violations } = await here.run(document, {
      resultTypes: ['violations'],
      selectors: false,
      preload: { assets: ['media'] },
    });
    return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
  });
  expect(found, 'what axe found').toEqual([]);
}

/** Fails when the page is wider than the window, so that it scrolls sideways. */
export async function expectToFit(page: Page): Promise<void> {
  const { width, overflow } = await page.evaluate(() => ({
    width: window.innerWidth,
    overflow: document.documentElement.scrollWidth - window.innerWidth,
  }));
  expect(overflow, `pixels beyond a window of ${width}`).toBe(0);
}

/** Waits until what is under way of fading, sliding and changing colours has ended. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}
