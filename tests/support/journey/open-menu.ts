import { expect, type Locator, type Page } from '@playwright/test';
import { untilHeard } from '../browser/page-readiness.ts';
import { button } from './member.ts';

export async function openMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await untilHeard(page);
  // A late navigation after signing in or out would close the menu again.
  await expect(async () => {
    if (!(await menu.isVisible())) await button(page, 'Menu').click({ timeout: 3000 });
    await expect(menu).toBeVisible({ timeout: 3000 });
  }).toPass();
  return menu;
}
