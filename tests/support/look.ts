import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture, sidewaysOverflow } from './visitor.ts';

const WIDTHS = [320, 375, 768, 1280, 1920];
const PICTURED = [375, 1280];

/**
 * What the page shows fits every width, and axe finds nothing in it. Axe looks at the phone's layout
 * in light and at the desktop's in dark: each layout and each set of colours once. The page is left
 * at 1280 px.
 */
export async function look(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const examined = colorScheme === 'light' ? 375 : 1280;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect([name, width, await sidewaysOverflow(page)]).toEqual([name, width, 0]);
    if (PICTURED.includes(width)) await picture(page, `${name}-${width}-${colorScheme}`);
    if (width === examined) await examine(page, name);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Fails when axe finds something in the page as it is now. */
export async function examine(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
  expect([name, found]).toEqual([name, []]);
}
