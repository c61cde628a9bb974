import { expect, type Page } from '@playwright/test';
import { button } from './member.ts';

/** Adds an alert through the visible form and waits until the field is cleared. */
export async function addAlert(page: Page, keyword: string): Promise<void> {
  const field = page.getByLabel('Keyword or phrase');
  await field.fill(keyword);
  await button(page, 'Add Alert').click();
  await expect(field).toHaveValue('');
}
