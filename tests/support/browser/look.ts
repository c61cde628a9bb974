import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { layoutFaults } from './layout-faults.ts';

const PHONE_WIDTH = 375;
const DESKTOP_WIDTH = 1280;
const OTHER_WIDTHS = [320, 768, 1024, 1600];
/** The widths with the least room for text of double size. */
const LARGE_TEXT_WIDTHS = [320, 768, PHONE_WIDTH];
/** Minified, because each examined page must parse it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** For `test.use`: without transitions, tests need not wait for colour changes. */
export const WITHOUT_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const;

/**
 * Fails if the page overflows at any width or with text of double size, or if axe finds a violation. Axe examines the
 * phone layout in light mode and the desktop layout in dark mode. Leaves the page light and 1280 px wide.
 */
export async function look(page: Page): Promise<void> {
  for (const width of [...OTHER_WIDTHS, PHONE_WIDTH]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
  await examine(page);
  await expectLargeTextToFit(page);
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

export async function examine(page: Page): Promise<void> {
  await untilStill(page);
  // Axe stays loaded in the document and is faster after its first run. Axe's Playwright builder
  // takes five times as long, because it also handles iframes.
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
  expect(await missingIds(page), 'ids that are referred to but missing').toEqual([]);
}

/**
 * Attributes that refer to other elements by id. They are checked here, because axe accepts ids that do not exist.
 */
const REFERRING = [
  'aria-controls',
  'aria-describedby',
  'aria-labelledby',
  'aria-owns',
  'for',
  'list',
];

function missingIds(page: Page): Promise<string[]> {
  return page.evaluate(
    (attributes) =>
      attributes.flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].flatMap((element) => {
          const ids = element.getAttribute(name)?.split(/\s+/).filter(Boolean) ?? [];
          return ids
            .filter((id) => document.getElementById(id) === null)
            .map((id) => `${name}="${id}" of ${element.outerHTML.slice(0, 80)}`);
        }),
      ),
    REFERRING,
  );
}

/** Fails if the page scrolls horizontally, or if texts collide. */
export async function expectToFit(page: Page): Promise<void> {
  const width = await page.evaluate(() => window.innerWidth);
  expect(await pixelsBeyond(page), `pixels beyond a window of ${width}`).toBe(0);
  expect.soft(await layoutFaults(page), `faults in a window of ${width}`).toEqual([]);
}

async function expectLargeTextToFit(page: Page): Promise<void> {
  await setTextSize(page, '200%');
  for (const width of LARGE_TEXT_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const faults = (await pixelsBeyond(page)) === 0 ? [] : await layoutFaults(page);
    expect.soft(faults, `large text in a window of ${width}`).toEqual([]);
  }
  await setTextSize(page, '');
}

function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

function pixelsBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
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
