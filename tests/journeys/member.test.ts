import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountExportSchema } from '../../functions/src/contract/index.ts';
import { PASSWORD, signUp } from '../support/account.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { button, heading, signIn, signOut } from '../support/member.ts';
import { visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** A bookmark button that is pressed, and enabled again: the server has the bookmark. */
const saved = (page: Page) =>
  page.getByRole('button', { name: /^Bookmark /, pressed: true, disabled: false });

async function addAlert(page: Page, keyword: string): Promise<void> {
  await page.getByLabel('Keyword or phrase').fill(keyword);
  await button(page, 'Add Alert').click();
}

test('what one person saves is there for them alone, also after signing out and in again', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  const { page, leave } = await visit(browser, '/login');
  await signIn(page, ada.email);

  // An alert from the panel shows on the alerts page, on the home page and in the mobile menu.
  await page.goto('/?q=OpenAI');
  await button(page, 'Create alerts for this search').click();
  await button(page, 'Create Alert').click();
  await page.getByText('Alerts Created!').waitFor();
  const bookmark = page.getByRole('button', { name: /^Bookmark / }).first();
  const title = (await bookmark.getAttribute('aria-label'))!.replace('Bookmark ', '');
  await bookmark.click();
  await saved(page).waitFor();
  await page.goto('/alerts');
  await heading(page, 'Your Alerts (1)').waitFor();
  await page.getByText(/^Created on \w{3} \d+, \d{4}$/).waitFor();
  await page.goto('/');
  await button(page, 'OpenAI').click();
  await page.waitForURL('/?q=OpenAI');
  await page.setViewportSize({ width: 375, height: 800 });
  await button(page, 'Menu').click();
  await page.getByRole('dialog').getByText('OpenAI', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/bookmarks');
  await page.getByRole('link', { name: title }).waitFor();
  await page.getByText(/^Bookmarked on /).waitFor();

  await signOut(page, ada.email);
  await signIn(page, grace.email);
  await page.goto('/alerts');
  await heading(page, 'Your Alerts (0)').waitFor();
  await page.getByText('No alerts yet').waitFor();
  await page.goto('/bookmarks');
  await page.getByText('No bookmarks yet').waitFor();
  await signOut(page, grace.email);

  await signIn(page, ada.email);
  await page.goto('/alerts');
  await heading(page, 'Your Alerts (1)').waitFor();
  await button(page, 'Delete alert for OpenAI').click();
  await page.getByText('No alerts yet').waitFor();
  await page.goto('/bookmarks');
  await button(page, `Remove bookmark of ${title}`).click();
  await page.getByText('No bookmarks yet').waitFor();
  await leave();
});

test('two tabs live side by side; a keyword there already is refused', async () => {
  const ada = await signUp();
  const { page, leave } = await visit(browser, '/login');
  await signIn(page, ada.email);
  await page.goto('/alerts');
  const other = await page.context().newPage();
  await other.goto('/alerts');
  await heading(other, 'Your Alerts (0)').waitFor();
  await addAlert(page, 'a16z');
  await heading(other, 'Your Alerts (1)').waitFor();
  await addAlert(other, ' A16Z ');
  await other.getByText('You already have an alert for this keyword').waitFor();
  await button(other, 'Delete alert for a16z').click();
  await heading(page, 'Your Alerts (0)').waitFor();
  await leave();
});

test('an alert added without a connection says so, and is saved when it returns', async () => {
  const ada = await signUp();
  const { page, leave } = await visit(browser, '/login', {
    expectErrors: /Failed to load resource|Firestore|WebChannel/,
  });
  await signIn(page, ada.email);
  await page.goto('/alerts');
  await heading(page, 'Your Alerts (0)').waitFor();
  await page.context().setOffline(true);
  await addAlert(page, 'Anthropic');
  await page.getByText('Waiting for the connection').waitFor();
  await expect.poll(() => page.getByLabel('Keyword or phrase').inputValue()).toBe('');
  expect(await page.getByText('Failed to add alert. Please try again.').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText(/^Created on /).waitFor({ timeout: 40_000 });
  await page.reload();
  await heading(page, 'Your Alerts (1)').waitFor();
  await leave();
});

test('one takes all data along, changes the password, and deletes the account', async () => {
  const ada = await signUp();
  const { page, leave } = await visit(browser, '/login', { expectErrors: /Failed to load/ });
  await signIn(page, ada.email);
  await page.goto('/alerts');
  await addAlert(page, 'Sequoia Capital');
  // The field is empty again when the server has the alert; the list shows it before.
  await expect.poll(() => page.getByLabel('Keyword or phrase').inputValue()).toBe('');
  await page.goto('/dashboard');
  await page.getByText('Email verified: No').waitFor();
  await button(page, 'Resend verification email').click();
  await button(page, 'Sent').waitFor();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download my data').click(),
  ]);
  const data = accountExportSchema.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(data.account.email).toBe(ada.email);
  expect(data.alerts).toEqual([expect.objectContaining({ keyword: 'Sequoia Capital' })]);

  await page.getByLabel('Current password', { exact: true }).fill('wrong');
  await page.getByLabel('New password', { exact: true }).fill('better horse');
  await button(page, 'Change password').click();
  await page.getByText('The current password is not right.').waitFor();
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await button(page, 'Change password').click();
  await page.getByText('Your password is changed.').waitFor();

  await button(page, 'Delete my account').click();
  await page.getByLabel('Your password', { exact: true }).fill('better horse');
  expect(await button(page, 'Delete my account').isDisabled()).toBe(true);
  await page.getByLabel(`Type ${ada.email} to confirm`).fill(ada.email.toUpperCase());
  await button(page, 'Delete my account').click();
  await page.getByRole('link', { name: 'Sign Up' }).waitFor();
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill('better horse');
  await button(page, 'Sign in').click();
  await page.getByText('Failed to sign in. Please check your credentials.').waitFor();
  await leave();
});
