import { expect, type Page } from '@playwright/test';
import { button } from './member.ts';

/** Adds an alert by the form that is shown. The list has it at once; the field is emptied a little later. */
export async function addAlert(page: Page, keyword: string): Promise<void> {
  const field = page.getByLabel('Keyword or phrase');
  await field.fill(keyword);
  await button(page, 'Add Alert').click();
  await expect(field).toHaveValue('');
}
