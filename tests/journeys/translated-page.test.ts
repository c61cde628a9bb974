import type { Page } from '@playwright/test';
import { newEmail, PASSWORD, verifyEmail } from '../support/account.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { translatePage } from '../support/browser/translate-page.ts';
import { expect, test } from '../support/journey/journey.ts';

// React must survive that a browser's translation moves its text nodes. translatePage writes text in capitals, so
// these tests ignore the case of names.

// The browser logs error statuses of the identity service.
test.use({ expectErrors: /Failed to load resource/ });

const button = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}$`, 'i') });
const said = (page: Page, text: string) => page.getByText(new RegExp(text, 'i'));

test('a sign-up works on a translated page', async ({ page }) => {
  const email = newEmail();
  await page.goto('/signup');
  await translatePage(page);
  const fields = page.locator('main form input');
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

for (const address of ['/', '/company/openai', '/privacy']) {
  test(`${address} works if translated before its scripts run`, async ({ page }) => {
    let translated = () => {};
    const untilTranslated = new Promise<void>((resolve) => (translated = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await untilTranslated;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('footer')).toBeAttached();
    await translatePage(page);
    translated();
    await untilHeard(page);
    await page
      .getByRole('textbox', { name: /keywords|search/i })
      .first()
      .fill('OpenAI');
    await page.keyboard.press('Enter');
    await expect(page.locator('article').first()).toBeVisible();
    await expect(page).toHaveURL(/q=OpenAI/);
  });
}

test('a search, an episode and the player work on a translated page', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await translatePage(page);
  await page.locator('main').getByRole('textbox').first().fill('OpenAI');
  await button(page, 'search episodes').click();
  await expect(page.locator('article').first()).toBeVisible();
  await translatePage(page);
  await page.locator('main summary:visible').first().click();
  await page.locator('main').getByRole('textbox').first().fill('nothing finds this');
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
  await expect(keyword).toHaveValue('');
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

/** Fills in and submits a form, and expects its outcome. Calls `translate` before each step. */
type UseForm = (page: Page, translate: () => Promise<void>) => Promise<void>;

const FORMS: Record<string, UseForm> = {
  'adding a channel': async (page, translate) => {
    await page.goto('/delivery');
    await expect(button(page, 'add a channel')).toBeVisible();
    await translate();
    await button(page, 'add a channel').click();
    await translate();
    await page.getByRole('radio', { name: /^webhook/i }).check();
    await page.getByRole('radio', { name: /^private feed/i }).check();
    await translate();
    await button(page, 'add private feed').click();
    await expect(page.getByLabel(/^rss/i)).toHaveValue(/^http/);
    await translate();
    await button(page, 'done').click();
    await expect(said(page, '^your channels \\(1\\)$')).toBeVisible();
  },
  'making an API key': async (page, translate) => {
    await page.goto('/dashboard');
    await expect(button(page, 'make a key')).toBeVisible();
    await translate();
    await button(page, 'make a key').click();
    await translate();
    await page.locator('#keys form input').first().fill('My assistant');
    await button(page, 'make a key').click();
    await expect(said(page, 'is ready\\.$')).toBeVisible();
    await expect(page.locator('input[value^=es_]')).toBeVisible();
    await translate();
    await button(page, 'done').click();
    await translate();
    await button(page, 'revoke \\(my assistant\\)').click();
    await translate();
    await button(page, 'revoke').click();
    await expect(said(page, 'revoked\\.$')).toBeVisible();
  },
  'following a show': async (page, translate) => {
    await page.goto('/alerts#shows');
    const given = page.locator('#shows input[name=show]');
    await expect(given).toBeVisible();
    await translate();
    await given.fill('nothing is called like this');
    await given.press('Enter');
    await translate();
    await expect(button(page, 'find show')).toBeEnabled();
    await given.fill('Cap Table Kitchen');
    await button(page, 'find show').click();
    const follow = page.locator('#shows').getByRole('button', { name: /^follow /i });
    await expect(follow.first()).toBeVisible();
    await translate();
    await follow.first().click();
    await expect(
      page
        .locator('#shows')
        .getByText(/^following/i)
        .first(),
    ).toBeVisible();
    await translate();
    await page.getByRole('button', { name: /^stop following/i }).click();
    await expect(said(page, 'you no longer follow')).toBeVisible();
  },
  'importing a list': async (page, translate) => {
    await page.goto('/alerts');
    await expect(button(page, 'import or export')).toBeVisible();
    await translate();
    await button(page, 'import or export').click();
    await translate();
    await page.locator('textarea').fill('OpenAI\nSam Altman');
    await button(page, 'preview').click();
    await translate();
    await page.getByRole('checkbox', { name: /^sam altman/i }).uncheck();
    await translate();
    await button(page, 'add 1 alert').click();
    await expect(said(page, '^1 alert added\\.$')).toBeVisible();
    await translate();
    await page
      .locator('section', { hasText: /1 alert added/i })
      .getByRole('button', { name: /^undo$/i })
      .last()
      .click();
    await expect(said(page, '^1 alert added\\.$')).toHaveCount(0);
  },
  'the sheet of the player': async (page, translate) => {
    await page.goto('/?q=drawer+full+of+umbrellas');
    await untilHeard(page);
    await translate();
    await page.getByRole('link', { name: /^play from 12:41/i }).click();
    await expect(button(page, 'pause')).toBeVisible();
    await translate();
    await button(page, 'show more').click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    await translate();
    await sheet.getByRole('button', { name: /^31:05/ }).click();
    await sheet.getByRole('radio', { name: '1.5×' }).click();
    await translate();
    await sheet.getByRole('button', { name: /^(pause|play)$/i }).click();
    await sheet.getByRole('button', { name: /^close the player$/i }).click();
    await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0);
  },
};

for (const [name, use] of Object.entries(FORMS)) {
  test(`${name} works on translated pages`, async ({ page, member }) => {
    await verifyEmail(member);
    await use(page, () => translatePage(page));
    await expect(said(page, 'something went wrong')).toHaveCount(0);
  });
}

test('Google sign-in is disabled inside Instagram, with an explanation', async ({ newVisitor }) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 360.0.0.30.109 (iPhone15,2; iOS 18_1; en_US; en; scale=3.00; 1179x2556; 674117118)';
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [375, 1280]) {
      const page = await newVisitor({ userAgent, colorScheme, viewport: { width, height: 900 } });
      await page.goto('/login');
      await expect(button(page, 'sign in with google')).toBeDisabled();
      await expect(said(page, 'google sign-in does not work inside instagram')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open in browser' })).toBeVisible();
    }
  }
});
