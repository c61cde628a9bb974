import { expect, type Locator, type Page } from '@playwright/test';
import { untilHeard } from '../browser/page-readiness.ts';
import { button } from './member.ts';

/** Opens the mobile menu. */
export async function openMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await untilHeard(page);
  // Signing in or out leads to the home page; if that comes late, it closes a menu that is open.
  await expect(async () => {
    if (!(await menu.isVisible())) await button(page, 'Menu').click({ timeout: 3000 });
    await expect(menu).toBeVisible({ timeout: 3000 });
  }).toPass();
  return menu;
}
