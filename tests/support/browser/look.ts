import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { layoutFaults } from './layout-faults.ts';

const PHONE_WIDTH = 375;
const DESKTOP_WIDTH = 1280;
const OTHER_WIDTHS = [320, 768, 1024, 1600];
/** Minified, because each examined page must parse it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** For `test.use`: without transitions, tests need not wait for colour changes. */
export const WITHOUT_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const;

/**
 * Fails if the page overflows at any width, or if axe finds a violation. Axe examines the phone layout in light
 * mode and the desktop layout in dark mode. Leaves the page light and 1280 px wide.
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

/** Like `look`, at the current width. Leaves the page in light mode. */
export async function lookHere(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectToFit(page);
    await examine(page);
  }
}

/** Fails if axe finds a violation in the current page. */
export async function examine(page: Page): Promise<void> {
  await untilStill(page);
  // Axe stays loaded in the document and is faster after its first run. Axe's Playwright builder takes five times
  // as long, because it also handles iframes.
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

/** Fails if the page scrolls horizontally, or if texts collide. */
export async function expectToFit(page: Page): Promise<void> {
  const { width, overflow } = await page.evaluate(() => ({
    width: window.innerWidth,
    overflow: document.documentElement.scrollWidth - window.innerWidth,
  }));
  expect(overflow, `pixels beyond a window of ${width}`).toBe(0);
  expect.soft(await layoutFaults(page), `faults in a window of ${width}`).toEqual([]);
}

/** Waits until all finite animations and transitions have ended. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}
