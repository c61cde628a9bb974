import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';

const field = (page: Page) =>
  page.getByRole('textbox', { name: 'Keywords or Phrases (separated by commas)' });
const results = (page: Page) => page.getByRole('region', { name: 'Search results' });
const titles = (page: Page) => results(page).getByRole('heading', { level: 3 });

async function search(page: Page, text: string) {
  await untilHeard(page);
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Search Episodes' }).click();
}

test.describe('a visitor', () => {
  test('sees recent episodes with the keyword marked, newest first', async ({ page }) => {
    await page.goto('/');
    await expect(
      page.getByText(/\d+ recent episodes \(\d+ with transcripts\) from \d+ podcasts, updated/),
    ).toBeVisible();
    await search(page, 'OpenAI');
    await expect(titles(page).first()).toBeVisible();
    await expect(page).toHaveURL('/?q=OpenAI');
    await expect(page).toHaveTitle('OpenAI – Earshot');
    const marked = await results(page).locator('mark').allTextContents();
    expect(marked.length).toBeGreaterThan(0);
    for (const text of marked) expect(text.toLowerCase()).toBe('openai');
    const times = await results(page)
      .locator('time')
      .evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test('finds a phrase without its accents, and any of several keywords', async ({ page }) => {
    await page.goto('/?q=tobi+lutke,sequoia+capital');
    await expect(titles(page).first()).toBeVisible();
    const cards = await results(page).getByRole('article').allTextContents();
    for (const card of cards) expect(card).toMatch(/Tobi Lütke|Tobi Lutke|Sequoia Capital/i);
  });

  test('does not find text that a show repeats in all episodes, even by an old link', async ({
    page,
  }) => {
    for (const address of ['/?q=Tidewater', '/?q=Tidewater&repeated=1']) {
      await page.goto(address);
      await expect(results(page).getByText('No episodes found for your search.')).toBeVisible();
    }
  });

  test('turns pages, goes back, reloads and shares the URL', async ({ page }) => {
    const numbered = (name: RegExp) => results(page).getByRole('heading', { name });
    await page.goto('/?q=AI');
    await expect(titles(page)).toHaveCount(10);
    const first = await titles(page).allTextContents();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/?q=AI&page=2');
    await expect(numbered(/page 2 of/)).toBeVisible();
    // A prerendered page shows its heading before its cards.
    await expect(titles(page)).toHaveCount(10);
    const second = await titles(page).allTextContents();
    expect(second).not.toEqual(first);
    await page.reload();
    await expect(titles(page)).toHaveText(second);
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.goBack();
    await expect(page).toHaveURL('/?q=AI');
    await expect(numbered(/page 1 of/)).toBeVisible();
    await expect(titles(page)).toHaveText(first);
  });

  test('goes back before the page is hydrated', async ({ page }) => {
    const numbered = (name: RegExp) => results(page).getByRole('heading', { name });
    await page.addInitScript(() => {
      // start-page.ts dispatches the event before React renders. `history.back()` would come too late.
      document.addEventListener('earshot:hears', () => {
        history.replaceState(null, '', '/?q=AI');
        dispatchEvent(new PopStateEvent('popstate'));
      });
    });
    await page.goto('/?q=AI&page=2');
    await expect(page).toHaveURL('/?q=AI');
    await expect(numbered(/page 1 of/)).toBeVisible();
    await expect(titles(page)).toHaveCount(10);
  });

  test('reads that nothing was found, or that nothing was typed', async ({ page }) => {
    await page.goto('/');
    await search(page, '   ');
    await expect(
      page.getByRole('alert').filter({ hasText: 'Please enter at least one keyword or phrase' }),
    ).toBeVisible();
    await search(page, 'xylophonic zebrafish');
    await expect(
      page.getByText(
        'No episodes found for your search. Try different keywords or create an alert to be notified when new episodes are available.',
      ),
    ).toBeVisible();
  });

  test('gets a suggestion for a mistyped word', async ({ page }) => {
    const meant = page.getByRole('link', { name: 'openai', exact: true });
    // Retries, because suggestions have a timeout of a fraction of a second, which is too short on a busy machine.
    await expect(async () => {
      await page.goto('/?q=Opnai');
      await expect(results(page).getByText('Did you mean')).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await meant.click();
    await expect(page).toHaveURL('/?q=openai');
    await expect(titles(page).first()).toBeVisible();
  });

  test('searches for query syntax or markup without an error', async ({ page }) => {
    await page.goto('/');
    for (const text of [
      '"',
      'NEAR(a b)',
      'title:AI',
      '*',
      '-AI',
      '<img src=x onerror=alert(1)>',
      '🎙️',
      'a" OR "b',
    ]) {
      await search(page, text);
      await expect(results(page)).toHaveAttribute('aria-busy', 'false');
      await expect(page.getByText('Search Error')).toHaveCount(0);
    }
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  });
});

test.describe('when the search fails', () => {
  test.use({ expectErrors: /Failed to load resource/ });

  for (const [status, sentence] of [
    [
      500,
      'The podcast search service is temporarily unavailable. Please try again in a few minutes.',
    ],
    [429, 'Too many requests. Please wait a moment and try again.'],
    [404, 'Search service not found. Please contact support.'],
    [503, 'Search failed (503). Please try again later.'],
  ] as const) {
    test(`explains status ${status}, and Retry Search shows the results`, async ({ page }) => {
      const asked: unknown[] = [];
      let failing = true;
      await page.route('**/api/search', (route) => {
        asked.push(route.request().postDataJSON());
        return failing ? route.fulfill({ status, body: 'no' }) : route.continue();
      });
      await page.goto('/');
      await search(page, 'OpenAI');
      const panel = page.getByRole('alert');
      await expect(panel.getByText(sentence, { exact: true })).toBeVisible();
      await expect(panel.getByText('Search Error')).toBeVisible();
      failing = false;
      await panel.getByRole('button', { name: 'Retry Search' }).click();
      await expect(titles(page).first()).toBeVisible();
      expect(asked).toEqual([
        { keywords: ['OpenAI'], language: 'English', startDate: expect.any(Number) as unknown },
        { keywords: ['OpenAI'], language: 'English' },
      ]);
    });
  }

  test('explains a missing connection, and keeps the typed text', async ({ page, context }) => {
    await page.goto('/');
    // The lazy parts have loaded, so only the search needs the connection.
    await untilHeard(page);
    await context.setOffline(true);
    await search(page, 'OpenAI, a16z');
    await expect(
      page.getByText(
        'Unable to connect to the search service. Please check your internet connection and try again.',
      ),
    ).toBeVisible();
    await expect(field(page)).toHaveValue('OpenAI, a16z');
    await context.setOffline(false);
    await expect(titles(page).first()).toBeVisible();
  });
});

test('a new search aborts the running one', async ({ page }) => {
  const aborted: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/api/search')) aborted.push(request.postData() ?? '');
  });
  await page.route('**/api/search', async (route) => {
    if (route.request().postData()?.includes('slow')) return; // never answered
    await route.continue();
  });
  await page.goto('/');
  await search(page, 'slow');
  await expect(results(page)).toHaveAttribute('aria-busy', 'true');
  await search(page, 'OpenAI');
  await expect(titles(page).first()).toBeVisible();
  expect(aborted).toEqual([expect.stringContaining('slow')]);
});

test('skips to the content, searches and turns pages by keyboard alone', async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.goto('/');
  // Before hydration, Enter would load a new page.
  await untilHeard(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('AI');
  await page.keyboard.press('Enter');
  await expect(titles(page).first()).toBeVisible();
  await expect(field(page)).toBeFocused();
  const firstTitle = await titles(page).first().textContent();
  // The tab stops before the title are the search button, refinements, tips, two links of the sign-in prompt, five
  // shows, the feed and three options.
  for (let press = 0; press < 20 && (await focused()) !== firstTitle; press++) {
    await page.keyboard.press('Tab');
  }
  expect(await focused()).toBe(firstTitle);
  // Each of the ten episodes has four stops: title, show, player and more.
  for (let press = 0; press < 45 && (await focused()) !== 'Next'; press++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=AI&page=2');
  await expect(results(page).getByRole('heading', { name: /page 2 of/ })).toBeFocused();
});

test('the match of each episode is visible at every width', async ({ page }) => {
  await page.goto('/?q=OpenAI');
  await expect(titles(page).first()).toBeVisible();
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const firstMarks = await results(page)
      .locator('article p:has(mark)')
      .evaluateAll((paragraphs) =>
        paragraphs.map((paragraph) => ({
          end: paragraph.getBoundingClientRect().bottom,
          markEnd: paragraph.querySelector('mark')!.getBoundingClientRect().bottom,
        })),
      );
    expect(firstMarks.length).toBeGreaterThan(3);
    for (const { end, markEnd } of firstMarks) {
      expect(markEnd, `at ${width} pixels`).toBeLessThanOrEqual(end + 1);
    }
  }
});

test.describe('a cover that cannot be loaded', () => {
  test.use({ expectErrors: /Failed to load resource/ });

  test('shows a placeholder, and covers load lazily', async ({ page }) => {
    await page.route('**/covers/**', (route) => route.abort());
    await page.goto('/');
    await search(page, 'AI');
    const cover = results(page).getByRole('article').first();
    await expect(cover.locator('svg').first()).toBeVisible();
    await expect(cover.locator('img')).toHaveCount(0);
    const loading = await results(page)
      .locator('img')
      .evaluateAll((all) => all.map((image) => image.getAttribute('loading')));
    expect(loading.filter((value) => value !== 'lazy')).toEqual([]);
  });
});

test.describe('an unknown address', () => {
  test.use({ expectErrors: /404/ });

  test('returns 404 with a link to the search', async ({ page }) => {
    const answer = await page.goto('/no/such-page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Nothing to hear here' })).toBeVisible();
    await page.getByRole('link', { name: 'Search episodes' }).click();
    await expect(field(page)).toBeVisible();
  });
});
