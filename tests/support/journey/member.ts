import type { Page } from 'playwright-core';
import { PASSWORD } from '../account.ts';

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: true });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Fills in the sign-up screen that is open, and presses the button; the home page is what follows. */
export async function createAccount(page: Page, email: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await button(page, 'Create account').click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Fills in the sign-in screen that is open, and presses the button. */
export async function fillInSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
}

/** Signs in, on the sign-in screen, somebody who has signed up; done when the header knows them. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await fillInSignIn(page, email, password);
  await button(page, email).waitFor();
}

/** Signs out through the header's dropdown; done when the home page has been loaded anew. */
export async function signOut(page: Page, email: string): Promise<void> {
  await button(page, email).click();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('menuitem', { name: 'Sign Out' }).click(),
  ]);
  await page.getByRole('link', { name: 'Sign In', exact: true }).first().waitFor();
}
