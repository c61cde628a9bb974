import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, signUp, verifyEmail } from '../support/account.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { button, heading, signIn, signOut } from '../support/member.ts';
import { heard, sidewaysOverflow, visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const OFFER = 'Create an alert for NEA?';

/** A visitor who presses "Create an alert for NEA" on the page of NEA. */
async function wantAlert(): Promise<{ page: Page; leave: () => Promise<void> }> {
  const { page, leave } = await visit(browser, '/vc/nea', { expectErrors: /Failed to load/ });
  const wish = link(page, 'Create an alert for NEA');
  await heard(wish);
  await wish.click();
  await page.waitForURL('/signup');
  return { page, leave };
}

test('a visitor’s wish survives signing up and a reload, and is one alert at one press', async () => {
  const email = `intent-${process.pid}-${Date.now()}@example.com`;
  const { page, leave } = await wantAlert();
  await page.reload();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await button(page, 'Create account').click();
  await heading(page, OFFER).waitFor();
  const hint = page.getByRole('region', { name: 'Verify your email' });
  await hint.getByText(`We sent a link to ${email}`).waitFor();
  await page.reload();
  await button(page, 'Create alert').click();
  await page.getByText('Alert created', { exact: true }).waitFor();
  await button(page, 'Add an alert for “New Enterprise Associates”').waitFor();
  await link(page, 'My Alerts').click();
  await heading(page, 'Your Alerts (1)').waitFor();
  await button(page, 'Delete alert for NEA').waitFor();
  await page.goto('/');
  await hint.waitFor();
  expect(await heading(page, OFFER).count()).toBe(0);
  await page.goto('/nea');
  await page.getByText('You have an alert for this').waitFor();
  await leave();
});

test('it survives signing in, is no more once dismissed, and meets no other account', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  await verifyEmail(ada);
  const { page, leave } = await wantAlert();
  await signIn(page, ada.email);
  await heading(page, OFFER).waitFor();
  expect(await page.getByRole('region', { name: 'Verify your email' }).count()).toBe(0);
  await signOut(page, ada.email);
  await signIn(page, grace.email);
  await page.getByRole('region', { name: 'Verify your email' }).waitFor();
  expect(await heading(page, OFFER).count()).toBe(0);
  await signOut(page, grace.email);

  await page.goto('/?q=OpenAI,robots');
  await link(page, 'Create 2 alerts').click();
  await page.waitForURL('/signup');
  await signIn(page, ada.email);
  await heading(page, 'Create alerts for OpenAI and robots?').waitFor();
  await button(page, 'Not now').click();
  await page.reload();
  await button(page, ada.email).waitFor();
  await page.getByText('Trending Topics & People').waitFor();
  expect(await page.getByRole('heading', { name: /^Create alerts for/ }).count()).toBe(0);
  await page.goto('/alerts');
  await heading(page, 'Your Alerts (0)').waitFor();
  await leave();
});

test('the way through Google keeps it too', async () => {
  const { page, leave } = await wantAlert();
  const email = `intent-google-${process.pid}-${Date.now()}@example.com`;
  page.once('dialog', (dialog) => void dialog.accept(email));
  await button(page, 'Sign up with Google').click();
  await heading(page, OFFER).waitFor();
  await leave();
});

test('a member saves an alert on a landing page at one press, and is asked to verify', async () => {
  const ada = await signUp();
  const { page, leave } = await visit(browser, '/login');
  await signIn(page, ada.email);
  await page.goto('/company/openai');
  await button(page, 'Create an alert for OpenAI').click();
  await page.getByText('Alert created', { exact: true }).waitFor();
  const hint = page.getByRole('region', { name: 'Verify your email' });
  await hint.waitFor();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await sidewaysOverflow(page)]).toEqual([width, 0]);
  }
  await verifyEmail(ada);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await hint.waitFor({ state: 'detached' });

  await page.goto('/?q=robots');
  await button(page, 'Create alerts for this search').click();
  await button(page, 'Create Alert').click();
  await page.getByText('Alerts Created!').waitFor();
  await page.goto('/alerts');
  await heading(page, 'Your Alerts (2)').waitFor();
  await leave();
});
