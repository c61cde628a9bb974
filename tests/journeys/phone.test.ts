import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../support/account.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { button, heading, signIn } from '../support/member.ts';
import { heard, visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** Alerts added in quick succession make Firestore repeat the first saving of preferences. */
const REPEATED = { expectErrors: /Failed to load resource/ };
const KEYWORDS = ['OpenAI', 'a16z', 'Sam Altman', 'venture capital', 'robots', 'Europe', 'climate'];

/** Adds seven alerts on the alerts page, and notes what the list ever said of one that was not saved. */
async function addAlerts(page: Page): Promise<void> {
  await page.goto('/alerts');
  await heading(page, 'Your Alerts (0)').waitFor();
  for (const keyword of KEYWORDS) {
    await page.getByLabel('Keyword or phrase').fill(keyword);
    await button(page, 'Add Alert').click();
    await button(page, `Delete alert for ${keyword}`).waitFor();
  }
  await page
    .getByText(/^Created on/)
    .nth(KEYWORDS.length - 1)
    .waitFor();
}

/** Where an element begins and ends, CSS pixels below the top of the window. */
async function span(page: Page, selector: string): Promise<{ top: number; bottom: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return { top: box.y, bottom: box.y + box.height };
}

describe('on a phone', () => {
  test('the first result is in sight after a search, for visitors and for members', async () => {
    const phone = { viewport: { width: 375, height: 812 } };
    const visitor = await visit(browser, '/?q=AI', phone);
    await visitor.page.locator('article').first().waitFor();
    expect((await span(visitor.page, 'article')).bottom).toBeLessThan(812);
    await visitor.leave();

    const ada = await signUp();
    const member = await visit(browser, '/login', REPEATED);
    await signIn(member.page, ada.email);
    await addAlerts(member.page);
    await member.page.setViewportSize(phone.viewport);
    await member.page.goto('/?q=AI');
    await button(member.page, 'View All (7)').waitFor();
    await button(member.page, 'Create alerts for this search').waitFor();
    await member.page.locator('article').first().waitFor();
    expect((await span(member.page, 'article')).bottom).toBeLessThan(812);
    await member.leave();
  });

  test('the menu of somebody with many alerts keeps everything in reach', async () => {
    const ada = await signUp();
    const { page, leave } = await visit(browser, '/login', REPEATED);
    await signIn(page, ada.email);
    await addAlerts(page);
    await page.setViewportSize({ width: 375, height: 667 });
    await heard(button(page, 'Menu'));
    await button(page, 'Menu').click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByText('2 more in My Alerts').waitFor();
    expect(await menu.getByRole('button', { name: /^Delete alert/ }).count()).toBe(5);
    const inReach = [
      menu.getByRole('button', { name: 'Close menu' }),
      menu.getByRole('link', { name: 'Manage All Alerts' }),
      menu.getByRole('link', { name: 'Bookmarks' }),
      menu.getByRole('button', { name: 'Sign Out' }),
    ];
    for (const control of inReach) {
      const box = await control.boundingBox();
      expect(box!.y).toBeGreaterThanOrEqual(0);
      expect(box!.y + box!.height).toBeLessThanOrEqual(667);
    }
    await leave();
  });
});

test('the words of headings stand apart', async () => {
  const { page, leave } = await visit(browser, '/topics/ai-machine-learning');
  const headings = page.locator('h1, h2, h3');
  await headings.first().waitFor();
  const gaps = await headings.evaluateAll((elements) =>
    elements.map((element) => {
      const { fontSize, letterSpacing, wordSpacing } = getComputedStyle(element);
      // The space of the face is 0.19 em wide; letters are drawn together around it.
      const spacing = Number.parseFloat(letterSpacing) || 0;
      return 0.19 + (spacing + Number.parseFloat(wordSpacing)) / Number.parseFloat(fontSize);
    }),
  );
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.19);
  await leave();
});

describe('the focus', () => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const active = document.activeElement;
      return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
    });

  test('goes on at the episodes after Load All, and at the last page after Next', async () => {
    const { page, leave } = await visit(browser, '/topics/ai-machine-learning');
    const loadAll = button(page, 'Load All AI Episodes');
    await heard(loadAll);
    await loadAll.press('Enter');
    await heading(page, 'All AI Episodes').waitFor();
    expect(await focused(page)).toBe('All AI Episodes');

    await page.goto('/?q=OpenAI');
    const next = button(page, 'Next');
    await next.waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages of results' });
    const last = Number(
      await pages
        .getByRole('button', { name: /^Page / })
        .last()
        .textContent(),
    );
    for (let number = 2; number <= last; number += 1) {
      await next.press('Enter');
      await pages
        .locator('[aria-current=page]')
        .getByText(String(number), { exact: true })
        .waitFor();
    }
    expect(await next.isDisabled()).toBe(true);
    expect(await focused(page)).toBe(`Page ${last}`);
    await leave();
  });

  test('stays on a bookmark that is toggled by keyboard, and its tip says what it does', async () => {
    const ada = await signUp();
    const { page, leave } = await visit(browser, '/login');
    await signIn(page, ada.email);
    await page.goto('/?q=OpenAI');
    const toggle = page.getByRole('button', { name: /^Bookmark / }).first();
    await expect.poll(() => toggle.isEnabled()).toBe(true);
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => toggle.isEnabled()).toBe(true);
    await expect.poll(() => focused(page)).toMatch(/^Bookmark /);
    const tip = () =>
      toggle.evaluate((element) => {
        const { content, display } = getComputedStyle(element, '::after');
        return display === 'none' ? '' : content;
      });
    expect(await tip()).toBe('"Remove bookmark"');
    await page.keyboard.press('Escape');
    expect(await tip()).toBe('');
    await leave();
  });
});
