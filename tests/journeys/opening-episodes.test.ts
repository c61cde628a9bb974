import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';
import { recordLayoutShifts } from '../support/browser/layout-shifts.ts';
import { examine, expectToFit } from '../support/browser/look.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';

const titles = (page: Page) =>
  page.getByRole('region', { name: 'Search results' }).getByRole('heading', { level: 3 });
const firstEpisode = (page: Page) => titles(page).first().getByRole('link');

const AGENTS = {
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  firefox: 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
};

const phone = (agent: keyof typeof AGENTS) => ({
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
  userAgent: AGENTS[agent],
});

/**
 * Records which apps the page tries. Logs them to the console, because page.evaluate and locator.tap would count as
 * user activation.
 */
async function triedApps(page: Page): Promise<string[]> {
  const tried: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Trying')) tried.push(message.text());
  });
  await page.evaluate(() => {
    let last = '';
    new MutationObserver(() => {
      const texts = [...document.querySelectorAll('article [role=status]')];
      const text = texts.map(({ textContent }) => textContent).join('');
      if (text !== '' && text !== last) console.log(text);
      last = text;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return tried;
}

/** Expects a new tab with this URL and without an opener. */
async function expectTab(page: Page, href: string | null, act: () => Promise<unknown>) {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), act()]);
  await expect(tab).toHaveURL(href!);
  expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element cannot be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('an episode opens in a new tab on a desktop', async ({ page }) => {
  await page.goto('/?q=OpenAI');
  await untilHeard(page);
  const link = firstEpisode(page);
  await expectTab(page, await link.getAttribute('href'), () => link.click());
});

// In Chromium, the first app that a page tries uses up the user activation. No app is installed here.
for (const [agent, said] of [
  ['android', 'Trying Spotify…'],
  ['iphone', 'Trying Apple Podcasts…'],
] as const) {
  test.describe(`on a phone with the browser of ${agent}`, () => {
    test.use({ ...phone(agent), expectErrors: /registered handler/ });

    test('tries one app, then opens the page in a tab', async ({ page }) => {
      await page.goto('/?q=OpenAI');
      await untilHeard(page);
      const link = firstEpisode(page);
      const href = await link.getAttribute('href');
      const tried = await triedApps(page);
      const { x, y } = await middleOf(link);
      await expectTab(page, href, () => page.touchscreen.tap(x, y));
      expect(tried).toEqual([said]);
      await expect(page).toHaveURL('/?q=OpenAI');
      await expect(page.getByRole('link', { name: 'Open now' })).toHaveCount(0);
    });
  });
}

test.describe('on a phone with Firefox, which tries apps in frames,', () => {
  test.use({ ...phone('firefox'), expectErrors: /registered handler/ });

  test('tries each app in turn, then opens the page', async ({ page }) => {
    // Firefox allows several attempts after one tap.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'userActivation', { value: { isActive: true } });
      Object.assign(window, { open: (address: string) => console.log(`Opened ${address}`) });
    });
    const opened = page.waitForEvent('console', (message) => message.text().startsWith('Opened'));
    await page.goto('/?q=OpenAI');
    await untilHeard(page);
    const link = firstEpisode(page);
    const href = await link.getAttribute('href');
    const tried = await triedApps(page);
    const { x, y } = await middleOf(link);
    await page.touchscreen.tap(x, y);
    expect((await opened).text()).toBe(`Opened ${href}`);
    expect(tried).toEqual(['Trying Spotify…', 'Trying Pocket Casts…']);
  });
});

test.describe('on a phone with Firefox, if the policy blocks the frames,', () => {
  // A page that `route.fulfill` serves may not load covers from a loopback address.
  test.use({ ...phone('firefox'), expectErrors: /frame-src|loopback|Failed to load/ });

  test('opens the page without a delay', async ({ page }) => {
    await page.route('/?q=OpenAI', async (route) => {
      const answer = await route.fetch();
      const headers = answer.headers();
      const policy = headers['content-security-policy']!.replace(' spotify: pktc:', '');
      await route.fulfill({
        response: answer,
        headers: { ...headers, 'content-security-policy': policy },
      });
    });
    await page.goto('/?q=OpenAI');
    await untilHeard(page);
    const link = firstEpisode(page);
    const href = await link.getAttribute('href');
    // The paused clock fires no timeout, so the page must open without one.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await expectTab(page, href, () => link.tap());
  });
});

test.describe('while an app is tried', () => {
  test.use(phone('iphone'));

  test.beforeEach(async ({ page }) => {
    // If no app is installed, Chromium searches for one endlessly and loses taps.
    await page.addInitScript(() => {
      navigation.addEventListener('navigate', (event) => {
        if (!event.destination.url.startsWith('http')) event.preventDefault();
      });
    });
  });

  /** Taps the first episode and imitates the system's dialog, which takes the focus. */
  async function tapFirst(page: Page) {
    await firstEpisode(page).tap();
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    const openNow = page.getByRole('link', { name: 'Open now' });
    await expect(openNow).toBeVisible();
    return openNow;
  }

  test('"Open now" opens the page at once, without a layout shift', async ({ page }) => {
    const shifts = await recordLayoutShifts(page);
    await page.goto('/?q=OpenAI');
    await untilHeard(page);
    const href = await firstEpisode(page).getAttribute('href');
    const before = (await shifts()).length;
    const openNow = await tapFirst(page);
    await expectTab(page, href, () => openNow.tap());
    await expect(openNow).toHaveCount(0);
    expect(await shifts()).toHaveLength(before);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the message fits and passes axe (${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/?q=OpenAI');
      await untilHeard(page);
      await tapFirst(page);
      for (const width of [320, 1280, 375]) {
        await page.setViewportSize({ width, height: 812 });
        await expectToFit(page);
      }
      await examine(page);
    });
  }
});
