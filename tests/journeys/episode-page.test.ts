import type { Page } from '@playwright/test';
import { signUpVerified } from '../support/account.ts';
import { look } from '../support/browser/look.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, heading } from '../support/journey/member.ts';
import { oddAnswer } from '../support/journey/odd-episodes.ts';
import { rememberSignIn } from '../support/journey/remember-sign-in.ts';

const TITLE = 'Mistral AI et al.: why Paris became a laboratory town';
const SAID = 'Then I found the bakery on the corner';
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** Goes from a spoken match to the page of its moment. */
async function openMoment(page: Page): Promise<void> {
  await page.goto('/?q=sourdough');
  await untilHeard(page);
  await page.locator('article summary').first().click();
  await link(page, 'About this episode').first().click();
  await expect(heading(page, TITLE)).toBeVisible();
}

test('a visitor opens a moment, plays it from its second and goes to another', async ({ page }) => {
  await openMoment(page);
  await expect(page).toHaveURL(/\/episode\/[0-9a-f]{20}\/[0-9a-f]{32}\?t=953$/);
  await expect(page.getByText(SAID)).toBeVisible();
  await expect(page).toHaveTitle(/^15:53 in Mistral AI/);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Café Kilobyte');
  await link(page, /^Play from 15:53/).click();
  const audio = page.locator('audio');
  await expect(audio).toHaveJSProperty('paused', false);
  expect(await audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(
    952,
  );
  await link(page, /15:48.*landlady/).click();
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeLessThan(953);
});

test('two presses share a moment, which opens elsewhere without an account', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/?q=sourdough');
  await untilHeard(page);
  const stored = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('"share":true') ?? false,
  );
  await page.locator('article summary').first().click();
  await button(page, 'Copy link to 15:53').first().click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect((await stored).status()).toBe(200);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/episode\/[0-9a-f]{20}\/[0-9a-f]{32}\?t=953$/);
  const friend = await browser.newPage();
  await friend.goto(address);
  await expect(friend.getByText(SAID)).toBeVisible();
  await friend.close();
});

test('a member bookmarks an episode on its page', async ({ page, context }) => {
  await rememberSignIn(context, await signUpVerified());
  await openMoment(page);
  await button(page, `Bookmark ${TITLE}`).first().click();
  await link(page, 'Bookmarks').first().click();
  await expect(heading(page, TITLE)).toBeVisible();
});

test('a moment’s page fits every width and passes axe, light and dark', async ({ page }) => {
  await openMoment(page);
  await page.reload();
  await look(page);
});

test('a moment with long words and other scripts fits every width', async ({ page }) => {
  await page.goto('/?q=sourdough');
  await untilHeard(page);
  const long = 'x'.repeat(300);
  const { episodes } = oddAnswer();
  const [first] = episodes;
  const odd = { ...first, title: `שיחה על ${long}`, chapters: [{ title: long, atMs: 1000 }] };
  const about = {
    notes: `${long} שיחה על ${'科技早知道'.repeat(60)}`,
    said: [
      { atMs: 953_000, text: `${long} שיחה`, speaker: long },
      { atMs: 954_000, text: '科技早知道'.repeat(40), speaker: 'שיחה' },
    ],
    mentions: [{ path: '/company/openai', atMs: 359_999_000 }],
  };
  await page.route('**/api/search', (route) =>
    route.fulfill({ json: { episodes: [odd, ...episodes], total: 5, about } }),
  );
  await page.locator('article summary').first().click();
  await link(page, 'About this episode').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^שיחה על/ })).toBeVisible();
  await look(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a moment has its quotation, chapters and links', async ({ page }) => {
    await page.goto('/?q=sourdough');
    await page.locator('article summary').first().click();
    await link(page, 'About this episode').first().click();
    await expect(heading(page, TITLE)).toBeVisible();
    await expect(page.getByText(SAID)).toBeVisible();
    await expect(link(page, /15:48.*landlady/)).toHaveAttribute('href', /#t=948$/);
    await expect(link(page, /^Play from 15:53/)).toHaveAttribute('href', /#t=953$/);
    await expect(page.locator('button:visible')).toHaveCount(0);
  });
});

test.describe('an address without an episode', () => {
  test.use({ expectErrors: /status of 404/ });

  test('returns the not-found page', async ({ page }) => {
    const answer = await page.goto(`/episode/0123456789abcdef0123/${'0'.repeat(32)}`);
    expect(answer?.status()).toBe(404);
    await untilHeard(page);
    await expect(heading(page, 'Nothing to hear here')).toBeVisible();
  });
});
