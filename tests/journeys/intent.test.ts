import type { Page } from '@playwright/test';
import { newEmail, signUp, verifyEmail } from '../support/account.ts';
import { gate } from '../support/journey/gate.ts';
import { expect, test } from '../support/journey/journey.ts';
import { expectToFit } from '../support/browser/look.ts';
import {
  button,
  createAccount,
  fillInSignIn,
  heading,
  signIn,
  signOut,
} from '../support/journey/member.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';

test.use({ expectErrors: /Failed to load/ });

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const verifyHint = (page: Page) => page.getByRole('region', { name: 'Verify your email' });
const OFFER = 'Create an alert for NEA?';

async function wantAlert(page: Page): Promise<void> {
  await page.goto('/vc/nea');
  await untilHeard(page);
  await link(page, 'Create an alert for NEA').click();
  await expect(page).toHaveURL('/signup');
}

test('a visitor’s wish survives signing up and a reload, and is one alert at one press', async ({
  page,
}) => {
  const email = newEmail();
  await wantAlert(page);
  await page.reload();
  await createAccount(page, email);
  await expect(heading(page, OFFER)).toBeVisible();
  const hint = verifyHint(page);
  await expect(hint.getByText(`We sent a link to ${email}`)).toBeVisible();
  await page.reload();
  await button(page, 'Create alert').click();
  await expect(page.getByText('Alert created', { exact: true })).toBeVisible();
  await expect(button(page, 'Add an alert for “New Enterprise Associates”')).toBeVisible();
  await link(page, 'My Alerts').click();
  await expect(heading(page, 'Your Alerts (1)')).toBeVisible();
  await expect(button(page, 'Delete alert for NEA')).toBeVisible();
  await page.goto('/');
  await expect(hint).toBeVisible();
  await expect(heading(page, OFFER)).toHaveCount(0);
  await page.goto('/nea');
  await expect(page.getByText('You have an alert for this')).toBeVisible();
});

test('it survives signing in, is no more once dismissed, and meets no other account', async ({
  page,
}) => {
  const [ada, grace] = [await signUp(), await signUp()];
  await verifyEmail(ada);
  await wantAlert(page);
  await signIn(page, ada.email);
  await expect(heading(page, OFFER)).toBeVisible();
  await expect(verifyHint(page)).toHaveCount(0);
  await signOut(page, ada.email);
  await signIn(page, grace.email);
  await expect(verifyHint(page)).toBeVisible();
  await expect(heading(page, OFFER)).toHaveCount(0);
  await signOut(page, grace.email);

  await page.goto('/?q=OpenAI,robots');
  await untilHeard(page);
  await link(page, 'Create 2 alerts').click();
  await expect(page).toHaveURL('/signup');
  await signIn(page, ada.email);
  await expect(heading(page, 'Create alerts for OpenAI and robots?')).toBeVisible();
  await button(page, 'Not now').click();
  await page.reload();
  await expect(button(page, ada.email)).toBeVisible();
  await expect(page.getByText('Trending Topics & People')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Create alerts for/ })).toHaveCount(0);
  await page.goto('/alerts');
  await expect(heading(page, 'Your Alerts (0)')).toBeVisible();
});

test('it survives being pressed before the scripts are there', async ({ page }) => {
  const { opened, open } = gate();
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    // The page that sent the request may have been left.
    await route.continue().catch(() => undefined);
  });
  await page.goto('/?q=OpenAI', { waitUntil: 'commit' });
  await link(page, 'Create alert').click();
  await expect(page).toHaveURL('/signup');
  open();
  await createAccount(page, newEmail());
  await expect(heading(page, 'Create an alert for OpenAI?')).toBeVisible();
});

test('a show that was not found is in the form after signing in, once', async ({ page }) => {
  const ada = await signUp();
  await page.goto('/?q=show:"Gone+%26+Missing"');
  await untilHeard(page);
  await link(page, 'Add it').click();
  await fillInSignIn(page, ada.email);
  await expect(page.getByLabel('Name, address or link')).toHaveValue('Gone & Missing');
  await expect(page.locator('#shows')).toBeFocused();
  await page.goto('/');
  await expect(button(page, ada.email)).toBeVisible();
  await expect(page.getByText('Trending Topics & People')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the way through Google keeps it too', async ({ page }) => {
  await wantAlert(page);
  page.once('dialog', (dialog) => void dialog.accept(newEmail()));
  await button(page, 'Sign up with Google').click();
  await expect(heading(page, OFFER)).toBeVisible();
});

test('a member saves an alert on a landing page at one press, and is asked to verify', async ({
  page,
  member,
}) => {
  await page.goto('/company/openai');
  await untilHeard(page);
  await button(page, 'Create an alert for OpenAI').click();
  await expect(page.getByText('Alert created', { exact: true })).toBeVisible();
  const hint = verifyHint(page);
  await expect(hint).toBeVisible();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
  await verifyEmail(member);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(hint).toBeHidden();

  await page.goto('/?q=robots');
  await button(page, 'Create alerts for this search').click();
  await button(page, 'Create Alert').click();
  await expect(page.getByText('Alerts Created!')).toBeVisible();
  await page.goto('/alerts');
  await expect(heading(page, 'Your Alerts (2)')).toBeVisible();
});
