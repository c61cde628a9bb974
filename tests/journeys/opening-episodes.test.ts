import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/launch-browser.ts';
import { examine } from '../support/look.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { picture, sidewaysOverflow, visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

const titles = (page: Page) =>
  page.getByRole('region', { name: 'Search results' }).getByRole('heading', { level: 3 });

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
 * Which apps the page says it tries, from now on; it tells by the console, because whatever a test
 * evaluates in a page, or taps by an element, counts as a further tap there.
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

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element cannot be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('on a desktop an episode opens in a new tab', async () => {
  const { page, leave } = await visit(browser, '/?q=OpenAI');
  const link = titles(page).first().getByRole('link');
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await tab.waitForLoadState();
  expect(tab.url()).toBe(await link.getAttribute('href'));
  expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
  await leave();
});

describe('on a phone', () => {
  // Chromium uses a tap up with the first app that a page asks for; here no app answers.
  test.each([
    ['android', 'Trying Spotify…'],
    ['iphone', 'Trying Apple Podcasts…'],
  ] as const)(
    'with the browser of %s it asks for the one app it may, then opens the page in a tab',
    async (agent, said) => {
      const { page, leave } = await visit(browser, '/?q=OpenAI', {
        ...phone(agent),
        expectErrors: /registered handler/,
      });
      const link = titles(page).first().getByRole('link');
      await link.waitFor();
      const href = await link.getAttribute('href');
      const tried = await triedApps(page);
      const tapped = await middleOf(link);
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        page.touchscreen.tap(tapped.x, tapped.y),
      ]);
      expect(tried).toEqual([said]);
      await tab.waitForLoadState();
      expect(tab.url()).toBe(href);
      expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
      expect(page.url()).toContain('/?q=OpenAI');
      await expect.poll(() => page.getByRole('link', { name: 'Open now' }).count()).toBe(0);
      await leave();
    },
  );

  test('with Firefox, whose way the security policy closes, it opens the page without a wait', async () => {
    const { page, leave } = await visit(browser, '/?q=OpenAI', {
      ...phone('firefox'),
      expectErrors: /frame-src/,
    });
    const link = titles(page).first().getByRole('link');
    await link.waitFor();
    // Time stands still: whoever waits for a second waits for ever.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.tap()]);
    await tab.waitForLoadState();
    expect(tab.url()).toBe(await link.getAttribute('href'));
    await leave();
  });

  /** Taps the first episode, and waits as where the system asks whether to open the app. */
  async function tapFirst(page: Page) {
    await titles(page).first().getByRole('link').tap();
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    const openNow = page.getByRole('link', { name: 'Open now' });
    await openNow.waitFor();
    return openNow;
  }

  test('"Open now" opens it at once while an app is tried, and nothing moves', async () => {
    const { page, leave } = await visit(browser, 'about:blank', {
      ...phone('iphone'),
      expectErrors: /registered handler/,
    });
    const shifts = await recordLayoutShifts(page);
    await page.goto('/?q=OpenAI');
    await titles(page).first().waitFor();
    const before = (await shifts()).length;
    const openNow = await tapFirst(page);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), openNow.tap()]);
    await tab.waitForLoadState();
    expect(tab.url()).toBe(await titles(page).first().getByRole('link').getAttribute('href'));
    await expect.poll(() => openNow.count()).toBe(0);
    expect(await shifts()).toHaveLength(before);
    await leave();
  });

  test.each(['light', 'dark'] as const)(
    'what is said while an app is tried fits, and axe finds nothing (%s)',
    async (colorScheme) => {
      const { page, leave } = await visit(browser, '/?q=OpenAI', {
        ...phone('iphone'),
        colorScheme,
        expectErrors: /registered handler/,
      });
      await tapFirst(page);
      for (const width of [320, 1280, 375]) {
        await page.setViewportSize({ width, height: 812 });
        expect([width, await sidewaysOverflow(page)]).toEqual([width, 0]);
        await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished)));
        await picture(page, `opening-${width}-${colorScheme}`);
      }
      await examine(page, 'opening');
      await leave();
    },
  );
});
