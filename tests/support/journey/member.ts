import type { Page } from 'playwright-core';
import { PASSWORD } from '../account.ts';

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: true });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

export async function fillInSignUp(page: Page, email: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await button(page, 'Create account').click();
}

export async function createAccount(page: Page, email: string): Promise<void> {
  await fillInSignUp(page, email);
  await page.waitForURL((url) => url.pathname === '/');
}

export async function fillInSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
}

/** Signs in an existing account and waits until the header shows it. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await fillInSignIn(page, email, password);
  await button(page, email).waitFor();
}

/** Signs out through the account menu and waits until the home page is reloaded. */
export async function signOut(page: Page, email: string): Promise<void> {
  await button(page, email).click();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('menuitem', { name: 'Sign Out' }).click(),
  ]);
  await page.getByRole('link', { name: 'Sign In', exact: true }).first().waitFor();
}
