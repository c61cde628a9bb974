import type { Page } from 'playwright-core';
import { PASSWORD } from './account.ts';

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: true });

/** Signs in, on the sign-in screen, somebody who has signed up; done when the header knows them. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
  await button(page, email).waitFor();
}

/** Signs out through the header's dropdown. */
export async function signOut(page: Page, email: string): Promise<void> {
  await button(page, email).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Sign In', exact: true }).first().waitFor();
}
