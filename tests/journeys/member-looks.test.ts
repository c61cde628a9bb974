import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp, verifyEmail } from '../support/account.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { look as lookIn } from '../support/look.ts';
import { button, heading, signIn } from '../support/member.ts';
import { visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** As long as an alert may be, without a place to break it. */
const LONG_KEYWORD = 'x'.repeat(200);
const LONG_EMAIL = `${'a-very-long-name.'.repeat(2)}${Date.now()}@${'mail.'.repeat(8)}example.com`;
/** The calls by which Firestore is followed and written to. */
const FIRESTORE = '**/google.firestore.v1.Firestore/**';

// Twelve looks a test, and Firestore takes its time to notice that the connection is back.
describe.each(['light', 'dark'] as const)('in %s', { timeout: 180_000 }, (colorScheme) => {
  const look = (page: Page, name: string) => lookIn(page, name, colorScheme);

  async function enter(person: Person, expectErrors = /Failed to load resource|Firestore/) {
    const visitor = await visit(browser, '/login', { colorScheme, expectErrors });
    await signIn(visitor.page, person.email);
    return visitor;
  }

  test('the alerts: empty, full, refused and offline', async () => {
    const { page, leave } = await enter(await signUp());
    await page.goto('/alerts');
    await page.getByText('No alerts yet').waitFor();
    await look(page, 'alerts-empty');
    const keyword = page.getByLabel('Keyword or phrase');
    for (const text of ['OpenAI', 'venture capital', LONG_KEYWORD]) {
      await keyword.fill(text);
      await button(page, 'Add Alert').click();
      await button(page, `Delete alert for ${text}`).waitFor();
      // The list shows it at once; the field is emptied when it is saved.
      await expect.poll(() => keyword.inputValue()).toBe('');
    }
    await heading(page, 'Your Alerts (3)').waitFor();
    await page
      .getByText(/^Created on/)
      .nth(2)
      .waitFor();
    await look(page, 'alerts-full');
    await keyword.fill('openai');
    await button(page, 'Add Alert').click();
    await page.getByText('You already have an alert for this keyword').waitFor();
    await look(page, 'alerts-duplicate');
    await page.context().setOffline(true);
    await keyword.fill('a16z');
    await button(page, 'Add Alert').click();
    await page.getByText('Waiting for the connection').waitFor();
    await look(page, 'alerts-offline');
    await leave();
  });

  test('the panel that makes alerts: collapsed, open, waiting, done', async () => {
    const { page, leave } = await enter(await signUp());
    await page.goto(`/?q=OpenAI,startup+funding,${LONG_KEYWORD}`);
    const header = button(page, 'Create alerts for this search');
    await header.waitFor();
    await look(page, 'panel-collapsed');
    await header.click();
    await look(page, 'panel-open');
    await page.context().setOffline(true);
    await button(page, 'Create 3 Alerts').click();
    await page.getByText(/^Waiting for the connection\./).waitFor();
    await look(page, 'panel-waiting');
    await page.context().setOffline(false);
    await page.getByText('Alerts Created!').waitFor({ timeout: 40_000 });
    await look(page, 'panel-done');
    await leave();
  });

  test('the tracking keywords: the first six, and all', async () => {
    const { page, leave } = await enter(await signUp());
    await page.goto('/alerts');
    const keyword = page.getByLabel('Keyword or phrase');
    const keywords = ['OpenAI', 'a16z', 'Sam Altman', 'venture capital', 'robots', 'Europe'];
    for (const text of [...keywords, LONG_KEYWORD]) {
      await keyword.fill(text);
      await button(page, 'Add Alert').click();
      await button(page, `Delete alert for ${text}`).waitFor();
      // The list shows it at once; the field is emptied when it is saved.
      await expect.poll(() => keyword.inputValue()).toBe('');
    }
    await page
      .getByText(/^Created on/)
      .nth(6)
      .waitFor();
    await page.goto('/');
    await button(page, 'View All (7)').waitFor();
    await look(page, 'tracking-six');
    await button(page, 'View All (7)').click();
    await look(page, 'tracking-all');
    await page.setViewportSize({ width: 375, height: 900 });
    await button(page, 'Menu').click();
    await button(page, `Delete alert for ${LONG_KEYWORD}`).waitFor();
    await page.getByLabel('Keyword or phrase').fill('openai');
    await button(page, 'Add Alert').click();
    await page.getByText('You already have an alert for this keyword').waitFor();
    await look(page, 'menu-alerts');
    await leave();
  });

  test('the bookmarks: loading, empty, full, one that would not go', async () => {
    const { page, leave } = await enter(await signUp());
    await page.route(FIRESTORE, () => undefined);
    await page.goto('/bookmarks');
    await page.getByText('Loading bookmarks').waitFor();
    await look(page, 'bookmarks-loading');
    await page.unroute(FIRESTORE);
    await page.goto('/bookmarks');
    await page.getByText('No bookmarks yet').waitFor();
    await look(page, 'bookmarks-empty');
    await page.goto('/?q=AI');
    for (const index of [0, 1, 2]) {
      await page
        .getByRole('button', { name: /^Bookmark / })
        .nth(index)
        .click();
      await expect
        .poll(() => page.getByRole('button', { pressed: true, disabled: false }).count())
        .toBe(index + 1);
    }
    await look(page, 'results-bookmarked');
    await page.goto('/bookmarks');
    await expect.poll(() => page.getByText(/^Bookmarked on/).count()).toBe(3);
    await look(page, 'bookmarks-full');
    await page.context().setOffline(true);
    await page
      .getByRole('button', { name: /^Remove bookmark of/ })
      .first()
      .click();
    await page.getByText('Failed to remove bookmark. Please try again.').waitFor();
    await look(page, 'bookmarks-failed');
    await leave();
  });

  test('the account: not verified and all forms open, and verified', async () => {
    const ada = await signUp(LONG_EMAIL.replace('@', `${colorScheme}@`));
    const { page, leave } = await enter(ada);
    await look(page, 'header-long-address');
    await page.goto('/dashboard');
    await page.getByText('Email verified: No').waitFor();
    await look(page, 'dashboard');
    await button(page, 'Resend verification email').click();
    await button(page, 'Sent').waitFor();
    await page.getByLabel('Current password', { exact: true }).fill('wrong horse');
    await page.getByLabel('New password', { exact: true }).fill('better horse');
    await button(page, 'Change password').click();
    await page.getByText('The current password is not right.').waitFor();
    await button(page, 'Delete my account').click();
    await page.getByLabel('Your password', { exact: true }).fill('wrong horse');
    await page.getByLabel(`Type ${ada.email} to confirm`).fill(ada.email);
    await button(page, 'Delete my account').click();
    await expect.poll(() => page.getByText('The current password is not right.').count()).toBe(2);
    await look(page, 'dashboard-open');
    await verifyEmail(ada);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByText('Email verified: Yes').waitFor();
    await look(page, 'dashboard-verified');
    await page.setViewportSize({ width: 375, height: 900 });
    await button(page, 'Menu').click();
    await page.getByRole('dialog').getByText('No alerts yet').waitFor();
    await look(page, 'menu-empty');
    await leave();
  });

  test('what visitors see where alerts are made', async () => {
    const { page, leave } = await visit(browser, '/?q=OpenAI', { colorScheme });
    await page.getByText('Please sign in to create alerts').waitFor();
    await look(page, 'sign-in-prompt');
    await leave();
  });
});
