import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accountExportSchema } from '../../functions/src/contract/index.ts';
import { PASSWORD, signUp } from '../support/account.ts';
import { addAlert } from '../support/journey/add-alert.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, fillInSignIn, heading, signIn, signOut } from '../support/journey/member.ts';

/** A pressed bookmark button; it is enabled once the server has confirmed the bookmark. */
const saved = (page: Page) =>
  page.getByRole('button', { name: /^Bookmark /, pressed: true, disabled: false });

test('saved alerts and bookmarks belong to one member, also after signing out and in again', async ({
  page,
  member: ada,
}) => {
  const grace = await signUp();

  await page.goto('/?q=OpenAI');
  await button(page, 'Create alerts for this search').click();
  await button(page, 'Create Alert').click();
  await expect(page.getByText('Alerts Created!')).toBeVisible();
  const bookmark = page.getByRole('button', { name: /^Bookmark / }).first();
  const title = (await bookmark.getAttribute('aria-label'))!.replace('Bookmark ', '');
  await bookmark.click();
  await expect(saved(page)).toBeVisible();
  await page.goto('/alerts');
  await expect(heading(page, 'Your Alerts (1)')).toBeVisible();
  await expect(page.getByText(/^Created on \w{3} \d+, \d{4}$/)).toBeVisible();
  await page.goto('/');
  await button(page, 'OpenAI').click();
  await expect(page).toHaveURL('/?q=OpenAI');
  await page.setViewportSize({ width: 375, height: 800 });
  await button(page, 'Menu').click();
  await expect(page.getByRole('dialog').getByText('OpenAI', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/bookmarks');
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(page.getByText(/^Bookmarked on /)).toBeVisible();

  await signOut(page, ada.email);
  await signIn(page, grace.email);
  await page.goto('/alerts');
  await expect(heading(page, 'Your Alerts (0)')).toBeVisible();
  await expect(page.getByText('No alerts yet')).toBeVisible();
  await page.goto('/bookmarks');
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
  await signOut(page, grace.email);

  await signIn(page, ada.email);
  await page.goto('/alerts');
  await expect(heading(page, 'Your Alerts (1)')).toBeVisible();
  await button(page, 'Delete alert for OpenAI').click();
  await expect(page.getByText('No alerts yet')).toBeVisible();
  await page.goto('/bookmarks');
  await button(page, `Remove bookmark of ${title}`).click();
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
});

test('two tabs show the same alerts, and refuse a known keyword', async ({
  page,
  context,
  member: _,
}) => {
  await page.goto('/alerts');
  const other = await context.newPage();
  await other.goto('/alerts');
  await expect(heading(other, 'Your Alerts (0)')).toBeVisible();
  await addAlert(page, 'a16z');
  await expect(heading(other, 'Your Alerts (1)')).toBeVisible();
  await other.getByLabel('Keyword or phrase').fill(' A16Z ');
  await button(other, 'Add Alert').click();
  await expect(other.getByText('You already have an alert for this keyword')).toBeVisible();
  await button(other, 'Delete alert for a16z').click();
  await expect(heading(page, 'Your Alerts (0)')).toBeVisible();
});

test.describe('an alert added without a connection', () => {
  test.use({ expectErrors: /Failed to load resource|Firestore|WebChannel/ });

  test('waits, and is saved when the connection returns', async ({ page, context, member: _ }) => {
    await page.goto('/alerts');
    await expect(heading(page, 'Your Alerts (0)')).toBeVisible();
    await context.setOffline(true);
    await addAlert(page, 'Anthropic');
    await expect(page.getByText('Waiting for the connection')).toBeVisible();
    await expect(page.getByText('Failed to add alert. Please try again.')).toHaveCount(0);
    await context.setOffline(false);
    // Firestore notices late that the connection is back.
    await expect(page.getByText(/^Created on /)).toBeVisible({ timeout: 40_000 });
    await page.reload();
    await expect(heading(page, 'Your Alerts (1)')).toBeVisible();
  });
});

test.describe('with the account', () => {
  test.use({ expectErrors: /Failed to load/ });

  test('a member exports all data, changes the password and deletes the account', async ({
    page,
    member: ada,
  }) => {
    await page.goto('/alerts');
    await addAlert(page, 'Sequoia Capital');
    await page.goto('/dashboard');
    await expect(page.getByText('Email verified: No')).toBeVisible();
    await button(page, 'Resend verification email').click();
    await expect(button(page, 'Sent')).toBeVisible();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download my data').click(),
    ]);
    const data = accountExportSchema.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
    expect(data.account.email).toBe(ada.email);
    expect(data.alerts).toEqual([expect.objectContaining({ keyword: 'Sequoia Capital' })]);

    await button(page, 'Change password').click();
    await page.getByLabel('Current password', { exact: true }).fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill('better horse');
    await button(page, 'Change password').click();
    await expect(page.getByText('The current password is wrong.')).toBeVisible();
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await button(page, 'Change password').click();
    await expect(page.getByText('Password changed.')).toBeVisible();

    await button(page, 'Delete my account').click();
    await page.getByLabel('Your password', { exact: true }).fill('better horse');
    await expect(button(page, 'Delete my account')).toBeDisabled();
    await page.getByLabel(`Type ${ada.email} to confirm`).fill(ada.email.toUpperCase());
    await Promise.all([page.waitForEvent('load'), button(page, 'Delete my account').click()]);
    await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
    await expect(page.getByText(/^Your account and everything/)).toBeFocused();
    await page.goto('/login');
    await fillInSignIn(page, ada.email, 'better horse');
    await expect(page.getByText('Failed to sign in. Please check your credentials.')).toBeVisible();
  });
});
