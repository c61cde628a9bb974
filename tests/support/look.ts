import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture, sidewaysOverflow } from './visitor.ts';

const WIDTHS = [320, 375, 1280];

/**
 * What the page shows fits every width, and axe finds nothing in it. Pictures of all but the
 * narrowest are kept; the page is left at the widest.
 */
export async function look(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect([name, width, await sidewaysOverflow(page)]).toEqual([name, width, 0]);
    if (width === 320) continue;
    await picture(page, `${name}-${width}-${colorScheme}`);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
    expect([name, found]).toEqual([name, []]);
  }
}
