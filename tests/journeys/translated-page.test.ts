import type { Page } from '@playwright/test';
import { newEmail, PASSWORD, verifyEmail } from '../support/account.ts';
import { translatePage } from '../support/browser/translate-page.ts';
import { expect, test } from '../support/journey/journey.ts';

// A page that a browser translates is still React's: what was moved must not be in its way. The names of what
// has been translated are in capitals, so that they are looked for without regard to case.

// The browser logs error statuses of the identity service.
test.use({ expectErrors: /Failed to load resource/ });

const button = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}$`, 'i') });
const said = (page: Page, text: string) => page.getByText(new RegExp(text, 'i'));

test('signing up, signing in and resetting work on translated pages', async ({ page }) => {
  const email = newEmail();
  await page.goto('/signup');
  await translatePage(page);
  const fields = page.locator('form input:not([type=search])');
  await fields.nth(0).fill(email);
  await fields.nth(1).fill(PASSWORD);
  await fields.nth(2).fill('other');
  await button(page, 'create account').click();
  await expect(page.getByRole('alert')).toContainText(/passwords do not match/i);
  await translatePage(page);
  await fields.nth(2).fill(PASSWORD);
  await button(page, 'create account').click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('a refused sign-in and a reset work on translated pages', async ({ page }) => {
  await page.goto('/login');
  await translatePage(page);
  await page.locator('input[name=email]').fill(newEmail());
  await page.locator('input[name=password]').fill('wrong password');
  await button(page, 'sign in').click();
  await expect(page.getByRole('alert')).toContainText(/failed to sign in/i);
  await translatePage(page);
  await button(page, 'sign in').click();
  await expect(page.getByRole('alert')).toContainText(/failed to sign in/i);
  await expect(button(page, 'sign in')).toBeEnabled();

  page.once('dialog', (dialog) => void dialog.dismiss());
  await translatePage(page);
  await button(page, 'sign in with google').click();
  await expect(page.getByRole('alert')).toContainText(/sign-in was cancelled/i);

  await page.goto('/forgot-password');
  await translatePage(page);
  await page.locator('input[name=email]').fill(newEmail());
  await button(page, 'reset password').click();
  await expect(page.getByRole('alert')).toContainText(/failed to reset password/i);
});

test('a search, an episode and the player work on a translated page', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await translatePage(page);
  await page.getByRole('textbox').first().fill('OpenAI');
  await button(page, 'search episodes').click();
  await expect(page.locator('article').first()).toBeVisible();
  await translatePage(page);
  await page.locator('main summary:visible').first().click();
  await page.getByRole('textbox').first().fill('nothing finds this');
  await button(page, 'search episodes').click();
  await expect(said(page, 'no episodes found').first()).toBeVisible();
  await translatePage(page);
  await page
    .getByRole('link', { name: /^sign in$/i })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

test('the forms of a signed-in person work on translated pages', async ({ page, member: _ }) => {
  await page.goto('/alerts');
  const keyword = page.locator('main form input').first();
  await expect(keyword).toBeVisible();
  await translatePage(page);
  await keyword.fill('openai');
  await button(page, 'add alert').click();
  await expect(page.locator('main').getByText('openai', { exact: true }).first()).toBeVisible();
  await translatePage(page);
  await keyword.fill('openai');
  await button(page, 'add alert').click();
  await expect(said(page, 'you already have an alert for this keyword').first()).toBeVisible();
  await translatePage(page);
  await page.getByRole('button', { name: /^delete alert for openai$/i }).click();
  await expect(said(page, 'undo').first()).toBeVisible();

  await page.goto('/delivery');
  await expect(page.getByRole('radio', { name: /^weekly/i })).toBeVisible();
  await translatePage(page);
  await page.getByRole('radio', { name: /^weekly/i }).click();
  await translatePage(page);
  await button(page, 'save preferences').click();
  await expect(said(page, '^saved\\.$')).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await translatePage(page);
  await button(page, 'change password').click();
  await button(page, 'delete my account').click();
  await translatePage(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the forms of keys, channels, shows and lists work on translated pages', async ({
  page,
  member,
}) => {
  await verifyEmail(member);
  await page.goto('/dashboard');
  await button(page, 'make a key').click();
  await translatePage(page);
  const keys = page.getByRole('form', { name: /make a key/i });
  await keys.getByRole('textbox').fill('Assistant');
  await keys.getByRole('checkbox').first().check();
  await keys.getByRole('button', { name: /make a key/i }).click();
  await expect(page.locator('input[value^=es_]')).toBeVisible();
  await translatePage(page);

  await page.goto('/delivery');
  await button(page, 'add a channel').click();
  await translatePage(page);
  await button(page, 'add private feed').click();
  await expect(page.getByLabel(/^rss/i)).toBeVisible();
  await translatePage(page);
  await button(page, 'done').click();

  await page.goto('/alerts');
  await page.getByRole('link', { name: /^your shows$/i }).click();
  const show = page.locator('input[name=show]');
  await expect(show).toBeVisible();
  await translatePage(page);
  await show.fill('nothing is called like this');
  await show.press('Enter');
  await translatePage(page);
  await expect(show).toBeVisible();

  await page.goto('/alerts');
  await button(page, 'import or export').click();
  await translatePage(page);
  await page.getByLabel(/^your list/i).fill('openai\nsam altman');
  await translatePage(page);
  await expect(page.getByLabel(/^your list/i)).toHaveValue('openai\nsam altman');
  await expect(page.getByText(/something went wrong/i)).toHaveCount(0);
});

test('inside Instagram Google is said not to work, before anybody leaves', async ({
  newVisitor,
}) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 360.0.0.30.109 (iPhone15,2; iOS 18_1; en_US; en; scale=3.00; 1179x2556; 674117118)';
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [375, 1280]) {
      const page = await newVisitor({ userAgent, colorScheme, viewport: { width, height: 900 } });
      await page.goto('/login');
      await expect(button(page, 'sign in with google')).toBeDisabled();
      await expect(said(page, 'does not sign people in inside instagram')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open in browser' })).toBeVisible();
    }
  }
});
