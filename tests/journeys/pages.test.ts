import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/launch-browser.ts';
import { look } from '../support/look.ts';
import { siteUrl } from '../support/stack.ts';
import { visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

const results = (page: Page) => page.getByRole('region', { name: 'Search results' });
const titles = (page: Page) => results(page).getByRole('heading', { level: 3 });

test('every link of the prerendered site, followed from home, leads to a page that exists', async () => {
  const seen = new Set(['/']);
  const missing: string[] = [];
  for (const address of seen) {
    const response = await fetch(siteUrl() + address);
    const html = await response.text();
    if (response.status !== 200) missing.push(address);
    for (const [, link = ''] of html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) {
      seen.add(link.replace(/[?#].*$/, '') || '/');
    }
  }
  expect(missing).toEqual([]);
  expect(seen.size).toBeGreaterThanOrEqual(70);
});

test('capitals in an address lead to its page; query and hash come along', async () => {
  const { page, leave } = await visit(browser, '/OpenAI?from=Mail#Top', {
    expectErrors: /Failed to load resource/,
  });
  await page.waitForURL('/openai?from=Mail#Top');
  await page.getByRole('heading', { name: 'OpenAI Podcast Mentions' }).waitFor();
  await page.goto('/Login');
  await page.waitForURL('/login');
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect((await page.goto('/Nowhere'))?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Nothing to hear here' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/Nowhere');
  await leave();
});

describe('a visitor', () => {
  test('goes from the home page to a person, on to a related topic, and back to the search', async () => {
    const { page, leave } = await visit(browser, '/');
    await page
      .getByRole('region', { name: 'Big Tech CEOs' })
      .getByRole('link', { name: /Jensen Huang/ })
      .click();
    await page.waitForURL('/ceo/jensen-huang');
    await titles(page).first().waitFor();
    expect(await page.title()).toBe('Jensen Huang Podcast Mentions – Earshot');
    for (const marked of await results(page).locator('mark').allTextContents()) {
      expect(marked).toBe('Jensen Huang');
    }
    const related = page.getByRole('complementary', { name: 'Related Topics' }).getByRole('link');
    expect(await related.count()).toBe(6);
    const next = await related.first().getAttribute('href');
    await related.first().click();
    await page.waitForURL(next!);
    await titles(page).first().waitFor();
    expect(await page.locator('head > title').count()).toBe(1);
    expect(await page.locator('link[rel=canonical]').count()).toBe(1);
    expect(await page.locator('meta[name=description]').count()).toBe(1);
    await page.getByRole('link', { name: 'Back to Search' }).click();
    await page.waitForURL('/');
    await page.getByRole('search').waitFor();
    expect(await results(page).count()).toBe(0);
    await leave();
  });

  test('finds a page at its bare address too, with the canonical one named', async () => {
    const { page, leave } = await visit(browser, '/tobi-lutke');
    await page.getByRole('heading', { name: 'Tobi Lütke Podcast Mentions' }).waitFor();
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      /\/ceo\/tobi-lutke$/,
    );
    await titles(page).first().waitFor();
    await leave();
  });

  test('loads all episodes of a hub, beginning with the featured ones', async () => {
    const { page, leave } = await visit(browser, '/topics/venture-capital');
    const featured = page.getByRole('region', { name: 'Featured VC Episodes' });
    await featured.waitFor();
    const first = await featured.getByRole('heading', { level: 3 }).first().textContent();
    expect(await featured.getByRole('article').count()).toBe(4);
    await page.getByRole('button', { name: 'Load All VC Episodes' }).click();
    await results(page)
      .getByRole('heading', { name: /page 1 of/ })
      .waitFor();
    expect(await titles(page).count()).toBe(10);
    expect(await titles(page).first().textContent()).toBe(first);
    await leave();
  });

  test('scrolls a row of the home page with the arrow keys, its buttons and by tabbing', async () => {
    const { page, leave } = await visit(browser, '/');
    const group = page.getByRole('region', { name: 'Major VC Firms' });
    const row = group.getByRole('list');
    const place = () => row.evaluate((list) => list.scrollLeft);
    await row.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).toBeGreaterThan(0);
    await group.getByRole('button', { name: 'Scroll Major VC Firms back' }).click();
    await expect.poll(place).toBe(0);
    await group.getByRole('button', { name: 'Scroll Major VC Firms on' }).click();
    await expect.poll(place).toBeGreaterThan(300);
    await group.getByRole('link', { name: /Harlem Capital/ }).focus();
    await expect.poll(place).toBeGreaterThan(1000);
    await leave();
  });
});

interface Screen {
  address: string;
  /** Text that is there once the screen is. */
  until: string | RegExp;
}

const SCREENS: Record<string, Screen> = {
  person: { address: '/founder/sam-altman', until: /page 1 of|newest first/ },
  'entity-rare': { address: '/company/vapi', until: /episodes?, newest first|1 episode/ },
  trend: { address: '/trends/startup-funding', until: /newest first/ },
  'trend-missing': { address: '/trends', until: 'Trend not found' },
  'hub-ai': { address: '/topics/ai-machine-learning', until: 'Featured AI Episodes' },
  'hub-vc': { address: '/topics/venture-capital', until: 'Featured VC Episodes' },
  'hub-leadership': {
    address: '/topics/tech-leadership',
    until: 'Featured Leadership Episodes',
  },
  terms: { address: '/terms', until: 'Fair use' },
  privacy: { address: '/privacy', until: 'Who else processes it' },
  about: { address: '/about', until: /ago/ },
};

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(Object.entries(SCREENS))(
    '%s: axe finds nothing, and it fits every width',
    async (name, { address, until }) => {
      const { page, leave } = await visit(browser, address, { colorScheme });
      await page.getByText(until).first().waitFor();
      await look(page, name, colorScheme);
      await leave();
    },
  );
});
