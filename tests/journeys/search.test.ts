import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/launch-browser.ts';
import { siteUrl } from '../support/stack.ts';
import { heard, visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

const field = (page: Page) =>
  page.getByRole('textbox', { name: 'Keywords or Phrases (separated by commas)' });
const results = (page: Page) => page.getByRole('region', { name: 'Search results' });
const titles = (page: Page) => results(page).getByRole('heading', { level: 3 });

async function search(page: Page, text: string) {
  await heard(field(page));
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Search Episodes' }).click();
}

describe('a visitor', () => {
  test('types a keyword and sees recent episodes that mention it, marked, newest first', async () => {
    const { page, leave } = await visit(browser, '/');
    await page.getByText(/\d+ recent episodes from \d+ podcasts, updated/).waitFor();
    await search(page, 'OpenAI');
    await titles(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('?q=OpenAI');
    expect(await page.title()).toBe('OpenAI – Earshot');
    const marked = await results(page).locator('mark').allTextContents();
    expect(marked.length).toBeGreaterThan(0);
    for (const text of marked) expect(text.toLowerCase()).toBe('openai');
    const times = await results(page)
      .locator('time')
      .evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    await leave();
  });

  test('finds a phrase without its accents, and any of several keywords', async () => {
    const { page, leave } = await visit(browser, '/?q=tobi+lutke,sequoia+capital');
    await titles(page).first().waitFor();
    const cards = await results(page).getByRole('article').allTextContents();
    for (const card of cards) expect(card).toMatch(/Tobi Lütke|Tobi Lutke|Sequoia Capital/i);
    await leave();
  });

  test('turns pages, goes back, reloads and shares the address', async () => {
    const { page, leave } = await visit(browser, '/?q=AI');
    await titles(page).first().waitFor();
    const first = await titles(page).allTextContents();
    expect(first).toHaveLength(10);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL('/?q=AI&page=2');
    await results(page)
      .getByRole('heading', { name: /page 2 of/ })
      .waitFor();
    const second = await titles(page).allTextContents();
    expect(second).not.toEqual(first);
    await page.reload();
    await titles(page).first().waitFor();
    expect(await titles(page).allTextContents()).toEqual(second);
    expect(await page.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe(
      'page',
    );
    await page.goBack();
    await page.waitForURL('/?q=AI');
    await results(page)
      .getByRole('heading', { name: /page 1 of/ })
      .waitFor();
    expect(await titles(page).allTextContents()).toEqual(first);
    await leave();
  });

  test('is told when nothing is found, and when nothing was typed', async () => {
    const { page, leave } = await visit(browser, '/');
    await search(page, '   ');
    await page
      .getByRole('alert')
      .filter({ hasText: 'Please enter at least one keyword or phrase' })
      .waitFor();
    await search(page, 'xylophonic zebrafish');
    await page
      .getByText(
        'No episodes found for your search. Try different keywords or create an alert to be notified when new episodes are available.',
      )
      .waitFor();
    await leave();
  });

  test('types what looks like query syntax or markup and gets a search, not an error', async () => {
    const { page, leave } = await visit(browser, '/');
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
      await results(page).and(page.locator('[aria-busy=false]')).waitFor();
      expect(await page.getByText('Search Error').count()).toBe(0);
    }
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await leave();
  });
});

describe('when the search fails', () => {
  const expectErrors = /Failed to load resource/;
  const cases: [number, string][] = [
    [
      500,
      'The podcast search service is temporarily unavailable. Please try again in a few minutes.',
    ],
    [429, 'Too many requests. Please wait a moment and try again.'],
    [404, 'Search service not found. Please contact support.'],
    [503, 'Search failed (503). Please try again later.'],
  ];

  test.each(cases)(
    'with status %i it says so, and Retry Search brings the results',
    async (status, sentence) => {
      const { page, leave } = await visit(browser, '/', { expectErrors });
      const asked: unknown[] = [];
      let failing = true;
      await page.route('**/api/search', (route) => {
        asked.push(route.request().postDataJSON());
        return failing ? route.fulfill({ status, body: 'no' }) : route.continue();
      });
      await search(page, 'OpenAI');
      const panel = page.getByRole('alert');
      await panel.getByText(sentence, { exact: true }).waitFor();
      await panel.getByText('Search Error').waitFor();
      failing = false;
      await panel.getByRole('button', { name: 'Retry Search' }).click();
      await titles(page).first().waitFor();
      expect(asked).toEqual([
        { keywords: ['OpenAI'], language: 'English', startDate: expect.any(Number) as number },
        { keywords: ['OpenAI'], language: 'English' },
      ]);
      await leave();
    },
  );

  test('for want of a connection it says so and keeps what was typed', async () => {
    const { page, leave } = await visit(browser, '/', { expectErrors });
    // Its late parts are there, so that only the search lacks the connection.
    await heard(field(page));
    await page.context().setOffline(true);
    await search(page, 'OpenAI, a16z');
    await page
      .getByText(
        'Unable to connect to the search service. Please check your internet connection and try again.',
      )
      .waitFor();
    expect(await field(page).inputValue()).toBe('OpenAI, a16z');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Retry Search' }).click();
    await titles(page).first().waitFor();
    await leave();
  });
});

test('a new search aborts the one under way', async () => {
  const { page, leave } = await visit(browser, '/');
  const aborted: string[] = [];
  page.on('requestfailed', (request) => aborted.push(request.postData() ?? ''));
  await page.route('**/api/search', async (route) => {
    if (route.request().postData()?.includes('slow')) return; // never answered
    await route.continue();
  });
  await search(page, 'slow');
  await results(page).and(page.locator('[aria-busy=true]')).waitFor();
  await search(page, 'OpenAI');
  await titles(page).first().waitFor();
  expect(aborted).toEqual([expect.stringContaining('slow')]);
  await leave();
});

describe('by keyboard alone', () => {
  test('one can skip to the content, search, reach the episodes and turn the page', async () => {
    const { page, leave } = await visit(browser, '/');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    // Enter before that sends the form as a page without scripts does, and the page begins anew.
    await heard(field(page));
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('AI');
    await page.keyboard.press('Enter');
    await titles(page).first().waitFor();
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    const firstTitle = await titles(page).first().textContent();
    // The search button and the invitation to sign in come before the episodes.
    for (let press = 0; press < 4 && (await focused()) !== firstTitle; press++) {
      await page.keyboard.press('Tab');
    }
    expect(await focused()).toBe(firstTitle);
    for (let press = 0; press < 30 && (await focused()) !== 'Next'; press++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('/?q=AI&page=2');
    await leave();
  });
});

test.each([320, 375, 1280])('at %i px one sees why each episode was found', async (width) => {
  const { page, leave } = await visit(browser, '/?q=OpenAI', { viewport: { width, height: 900 } });
  await titles(page).first().waitFor();
  const firstMarks = await results(page)
    .locator('article p:has(mark)')
    .evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => ({
        end: paragraph.getBoundingClientRect().bottom,
        markEnd: paragraph.querySelector('mark')!.getBoundingClientRect().bottom,
      })),
    );
  expect(firstMarks.length).toBeGreaterThan(3);
  for (const { end, markEnd } of firstMarks) expect(markEnd).toBeLessThanOrEqual(end + 1);
  await leave();
});

test('a cover that cannot be loaded leaves a quiet picture, and covers load lazily', async () => {
  const { page, leave } = await visit(browser, '/', { expectErrors: /Failed to load resource/ });
  await page.route('**/covers/**', (route) => route.abort());
  await search(page, 'AI');
  await titles(page).first().waitFor();
  const cover = results(page).getByRole('article').first();
  await cover.locator('svg').first().waitFor();
  expect(await cover.locator('img').count()).toBe(0);
  const loading = await results(page)
    .locator('img')
    .evaluateAll((all) => all.map((image) => image.getAttribute('loading')));
  expect(new Set(loading.filter((value) => value !== 'lazy')).size).toBe(0);
  await leave();
});

test('an address that is no page answers 404 with a way back to the search', async () => {
  const { page, leave } = await visit(browser, '/no/such-page', { expectErrors: /404/ });
  const answer = await page.request.get(`${siteUrl()}/no/such-page`);
  expect(answer.status()).toBe(404);
  await page.getByRole('heading', { name: 'Nothing to hear here' }).waitFor();
  await page.getByRole('link', { name: 'Search episodes' }).click();
  await field(page).waitFor();
  await leave();
});
