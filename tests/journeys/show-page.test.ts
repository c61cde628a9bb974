import type { Page } from '@playwright/test';
import { newEmail, signInAgain, signUpVerified, verifyEmail } from '../support/account.ts';
import { look } from '../support/browser/look.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, fillInSignUp, heading } from '../support/journey/member.ts';
import { rememberSignIn } from '../support/journey/remember-sign-in.ts';

const SHOW = 'Loud Agents';
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true });

/** Goes from a search to the page of its first episode's show. */
async function openShow(page: Page): Promise<void> {
  await page.goto(`/?q=${encodeURIComponent(`show:"${SHOW}"`)}`);
  await untilHeard(page);
  await link(page, SHOW).first().click();
  await expect(heading(page, SHOW)).toBeVisible();
}

for (const width of [375, 1280]) {
  test(`a visitor goes from a card to a show and its alert, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openShow(page);
    await expect(page).toHaveURL(/\/show\/[0-9a-f]{20}$/);
    await expect(page.getByText(/recent episodes/).first()).toBeVisible();
    await expect(page.getByRole('article')).not.toHaveCount(0);
    await page.getByLabel('Alert me when this show mentions …').fill('agents');
    await button(page, 'Continue').click();
    await expect(page).toHaveURL(/\?q=show%3A%22Loud\+Agents%22,agents$/);
    await expect(page.getByRole('article').first()).toBeVisible();
    await link(page, 'Create alert').click();
    await expect(page).toHaveURL(/\/signup$/);
    await expect(page.getByText(/“agents show:"Loud Agents"”|agents/).first()).toBeVisible();
  });
}

test.describe('with a token from before the verification', () => {
  // The first call is refused; the site renews the token and repeats it.
  test.use({ expectErrors: /status of 400/ });

  test('a visitor who follows a show follows it after sign-up and verification', async ({
    page,
  }) => {
    const email = newEmail();
    await openShow(page);
    await link(page, `Follow ${SHOW}`).click();
    await expect(page).toHaveURL(/\/signup$/);
    await expect(page.getByText(`Verify your email, then you follow “${SHOW}”.`)).toBeVisible();
    await fillInSignUp(page, email);
    await expect(page).toHaveURL(/\/show\/[0-9a-f]{20}$/);
    await expect(page.getByText(`Verify your email to follow ${SHOW}.`)).toBeVisible();
    await verifyEmail(await signInAgain({ email }));
    await page.reload();
    await expect(page.getByText('Following.')).toBeVisible();
  });
});

test('a member follows a show, and returns to it from the list of shows', async ({
  page,
  context,
}) => {
  await rememberSignIn(context, await signUpVerified());
  await openShow(page);
  await button(page, `Follow ${SHOW}`).click();
  await expect(page.getByText('Following.')).toBeVisible();
  await link(page, 'Your shows').click();
  await expect(heading(page, 'Your shows (1)')).toBeVisible();
  await link(page, SHOW).click();
  await expect(heading(page, SHOW)).toBeVisible();
  await expect(page.getByText('Following.')).toBeVisible();
});

test('the show’s name in the player opens its page, while playback continues', async ({ page }) => {
  await page.goto(`/?q=${encodeURIComponent(`show:"${SHOW}"`)}`);
  await untilHeard(page);
  await page.getByRole('link', { name: /^Play/ }).first().click();
  await button(page, 'Show more').click();
  await page.getByRole('dialog').getByRole('link', { name: SHOW }).click();
  await expect(heading(page, SHOW)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('#player')).toBeVisible();
});

test.describe('an address without a show', () => {
  test.use({ expectErrors: /status of 404/ });

  test('returns the not-found page', async ({ page }) => {
    const answer = await page.goto('/show/0123456789abcdef0123');
    expect(answer?.status()).toBe(404);
    await untilHeard(page);
    await expect(heading(page, 'Nothing to hear here')).toBeVisible();
  });
});

test('a show’s page fits every width and passes axe, light and dark', async ({ page }) => {
  await openShow(page);
  await page.reload();
  await look(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a show has its episodes page by page, and its form finds mentions', async ({ page }) => {
    await page.goto(`/?q=${encodeURIComponent(`show:"${SHOW}"`)}`);
    await link(page, SHOW).first().click();
    await expect(heading(page, SHOW)).toBeVisible();
    await expect(page.locator('button:not([type=submit]):visible')).toHaveCount(0);
    await page.getByLabel('Alert me when this show mentions …').fill('agents');
    await button(page, 'Continue').click();
    await expect(page.getByRole('article').first()).toBeVisible();
    const shows = await page.locator('[data-who] > a').allInnerTexts();
    expect(new Set(shows)).toEqual(new Set([SHOW]));
  });
});
