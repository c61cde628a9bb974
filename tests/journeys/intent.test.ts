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
const RESULTS = '/?q=NEA,New+Enterprise+Associates';
const SAVED = 'Alert saved';
const said = (page: Page, text: string) => page.getByText(text, { exact: true });

async function wantAlert(page: Page): Promise<void> {
  await page.goto('/vc/nea');
  await untilHeard(page);
  await link(page, 'Create alert for NEA').click();
  await expect(page).toHaveURL('/signup');
}

test('an intended alert is saved after signing up, and the results are shown', async ({ page }) => {
  const email = newEmail();
  await wantAlert(page);
  await page.reload();
  await createAccount(page, email);
  await expect(page).toHaveURL(RESULTS);
  await expect(said(page, SAVED)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Search results' })).toBeVisible();
  const hint = verifyHint(page);
  await expect(hint.getByText(`We sent a link to ${email}`)).toBeVisible();
  await expect(button(page, 'Add an alert for “New Enterprise Associates”')).toBeVisible();
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
  await link(page, 'My Alerts').last().click();
  await expect(heading(page, 'Your Alerts (1)')).toBeVisible();
  await expect(button(page, 'Delete alert for NEA')).toBeVisible();
  // The intent has been used, so the home page no longer redirects.
  await page.goto('/');
  await expect(hint).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goto('/nea');
  await expect(page.getByText('You have an alert for this')).toBeVisible();
});

test('an intended alert is saved after signing in, can be undone, and reaches no other account', async ({
  page,
}) => {
  const [ada, grace] = [await signUp(), await signUp()];
  await verifyEmail(ada);
  await wantAlert(page);
  await signIn(page, ada.email);
  await expect(said(page, SAVED)).toBeVisible();
  await expect(verifyHint(page)).toHaveCount(0);
  await signOut(page, ada.email);
  await signIn(page, grace.email);
  await expect(verifyHint(page)).toBeVisible();
  await expect(said(page, SAVED)).toHaveCount(0);
  await signOut(page, grace.email);

  await page.goto('/?q=OpenAI,robots&in=notes');
  await untilHeard(page);
  await link(page, 'Create 2 alerts').click();
  await expect(page).toHaveURL('/signup');
  await signIn(page, ada.email);
  await expect(page).toHaveURL('/?q=OpenAI,robots&in=notes');
  await expect(said(page, '2 alerts saved')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(button(page, 'Create alerts for this search')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Create alerts for this search')).toBeVisible();
  await page.goto('/alerts');
  await expect(heading(page, 'Your Alerts (1)')).toBeVisible();
});

test('an intended alert is saved if its link is pressed before the scripts have loaded', async ({
  page,
}) => {
  const { opened, open } = gate();
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    // The page that sent the request may be closed.
    await route.continue().catch(() => undefined);
  });
  await page.goto('/?q=OpenAI', { waitUntil: 'commit' });
  await link(page, 'Create alert').click();
  await expect(page).toHaveURL('/signup');
  open();
  await createAccount(page, newEmail());
  await expect(said(page, SAVED)).toBeVisible();
  await expect(page).toHaveURL('/?q=OpenAI');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a missing show is in the form after signing in, once', async ({ page }) => {
  const ada = await signUp();
  await verifyEmail(ada);
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

test('an intended alert is saved after signing up with Google', async ({ page }) => {
  await wantAlert(page);
  page.once('dialog', (dialog) => void dialog.accept(newEmail()));
  await button(page, 'Sign up with Google').click();
  await expect(said(page, SAVED)).toBeVisible();
  await expect(page).toHaveURL(RESULTS);
});

test('a member saves an alert on a landing page with one press, and is asked to verify', async ({
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
