import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildSite } from '../support/google/build-site.ts';
import { EMAIL, playGoogle, SITE_URL, WELL_SET_UP } from '../support/google/stand-in.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button } from '../support/journey/member.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/19.0 Mobile/15E148 Safari/604.1';

// Firestore is unreachable in these tests.
test.use({ expectErrors: /Failed to (load|fetch)|Firestore/, extraHTTPHeaders: {} });

// One worker, so that the site is built once.
test.describe.configure({ mode: 'default' });

let folder = '';
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-site-'));
  await buildSite(folder);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HANDLER = `${SITE_URL}/__/auth/handler`;

const chooseGoogle = (page: Page) => button(page, 'Sign in with Google').click();
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function expectSignedIn(page: Page): Promise<void> {
  await expect(button(page, EMAIL)).toBeVisible();
  await expect(page).toHaveURL(`${SITE_URL}/`);
  await page.reload();
  await expect(button(page, EMAIL)).toBeVisible();
}

test.describe('with Google, on a phone,', () => {
  test.use({ userAgent: IPHONE });

  test('signs in through the handler on the site’s own domain', async ({ page, context }) => {
    const visited = await playGoogle(context, folder);
    await page.goto(`${SITE_URL}/login`);
    await chooseGoogle(page);
    await link(page, 'Continue').click();
    await expectSignedIn(page);
    expect(visited).toContain(HANDLER);
  });

  test('reports a refusal at Google, and a return without an answer', async ({ page, context }) => {
    await playGoogle(context, folder);
    await page.goto(`${SITE_URL}/login`);
    await chooseGoogle(page);
    await link(page, 'Cancel').click();
    await expect(page).toHaveURL(`${SITE_URL}/login`);
    await expect(page.getByRole('alert')).not.toBeEmpty();

    await chooseGoogle(page);
    await expect(link(page, 'Continue')).toBeVisible();
    await page.goto(`${SITE_URL}/login`);
    await expect(page.getByRole('alert')).toContainText('Google did not sign you in');
    await page.reload();
    await expect(button(page, 'Sign in with Google')).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('Google refuses a handler that its settings do not list', async ({ page, context }) => {
    const allowed = WELL_SET_UP.allowed.filter((address) => address !== HANDLER);
    await playGoogle(context, folder, { allowed });
    await page.goto(`${SITE_URL}/login`);
    await chooseGoogle(page);
    await expect(page.getByText('redirect_uri_mismatch')).toBeVisible();
  });
});

test('Google on a desktop signs in through a popup on the site’s own domain', async ({
  page,
  context,
}) => {
  const visited = await playGoogle(context, folder);
  await page.goto(`${SITE_URL}/login`);
  const opened = page.waitForEvent('popup');
  await chooseGoogle(page);
  // A click would wait for the popup, which closes at once.
  await link(await opened, 'Continue').dispatchEvent('click');
  await expectSignedIn(page);
  expect(visited).toContain(HANDLER);
});

test('Google signs in through a redirect if popups are blocked', async ({ page, context }) => {
  await context.addInitScript(() => {
    window.open = () => null;
  });
  const visited = await playGoogle(context, folder);
  await page.goto(`${SITE_URL}/login`);
  await chooseGoogle(page);
  await link(page, 'Continue').click();
  await expectSignedIn(page);
  expect(visited).toContain(HANDLER);
});
