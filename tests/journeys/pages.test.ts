import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Search results' });
const titles = (page: Page) => results(page).getByRole('heading', { level: 3 });

test.describe('capitals in an address', () => {
  test.use({ expectErrors: /Failed to load resource/ });

  test('redirect to the page in lower case, with query and hash', async ({ page }) => {
    await page.goto('/OpenAI?from=Mail#Top');
    await expect(page).toHaveURL('/openai?from=Mail#Top');
    await expect(page.getByRole('heading', { name: 'OpenAI Podcast Mentions' })).toBeVisible();
    await page.goto('/Login');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect((await page.goto('/Nowhere'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Nothing to hear here' })).toBeVisible();
    await expect(page).toHaveURL('/Nowhere');
  });
});

test.describe('a visitor', () => {
  test('goes from home to a person, a related topic and back to the search', async ({ page }) => {
    await page.goto('/');
    await page
      .getByRole('region', { name: 'Big Tech CEOs' })
      .getByRole('link', { name: /Jensen Huang/ })
      .click();
    await expect(page).toHaveURL('/ceo/jensen-huang');
    await expect(titles(page).first()).toBeVisible();
    await expect(page).toHaveTitle('Jensen Huang Podcast Mentions – Earshot');
    for (const marked of await results(page).locator('mark').allTextContents()) {
      expect(marked).toBe('Jensen Huang');
    }
    const related = page.getByRole('complementary', { name: 'Related Topics' }).getByRole('link');
    await expect(related).toHaveCount(6);
    const next = await related.first().getAttribute('href');
    await related.first().click();
    await expect(page).toHaveURL(next!);
    await expect(titles(page).first()).toBeVisible();
    await expect(page.locator('head > title')).toHaveCount(1);
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
    await expect(page.locator('meta[name=description]')).toHaveCount(1);
    await page.getByRole('link', { name: 'Back to Search' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('search')).toBeVisible();
    await expect(results(page)).toHaveCount(0);
  });

  test('finds a page at its bare address, with its canonical URL', async ({ page }) => {
    await page.goto('/tobi-lutke');
    await expect(page.getByRole('heading', { name: 'Tobi Lütke Podcast Mentions' })).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/ceo\/tobi-lutke$/);
    await expect(titles(page).first()).toBeVisible();
  });

  test('loads all episodes of a hub, the featured ones first', async ({ page }) => {
    await page.goto('/topics/venture-capital');
    const featured = page.getByRole('region', { name: 'Featured VC Episodes' });
    await expect(featured.getByRole('article')).toHaveCount(4);
    const first = (await featured.getByRole('heading', { level: 3 }).first().textContent())!;
    await page.getByRole('button', { name: 'Load All VC Episodes' }).click();
    await expect(results(page).getByRole('heading', { name: /page 1 of/ })).toBeVisible();
    await expect(titles(page)).toHaveCount(10);
    await expect(titles(page).first()).toHaveText(first);
  });

  test('scrolls a row of the home page with arrow keys, buttons and Tab', async ({ page }) => {
    await page.goto('/');
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
    await group.getByRole('link').last().focus();
    await expect.poll(place).toBeGreaterThan(1000);
  });
});
