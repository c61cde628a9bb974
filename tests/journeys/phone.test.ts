import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';
import { button, heading } from '../support/journey/member.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { seedAlerts } from '../support/journey/seed-alerts.ts';

const KEYWORDS = ['OpenAI', 'a16z', 'Sam Altman', 'venture capital', 'robots', 'Europe', 'climate'];

/** Expects that the first card ends within a window of this height in pixels. */
async function expectInSight(page: Page, height: number): Promise<void> {
  const box = await page.getByRole('article').first().boundingBox();
  expect(box!.y + box!.height).toBeLessThan(height);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('a visitor sees the first result after a search', async ({ page }) => {
    await page.goto('/?q=AI');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectInSight(page, 812);
  });

  test('a visitor excludes and includes a show without typing signs', async ({ page }) => {
    await page.goto('/?q=AI');
    await button(page, 'Refine').click();
    await button(page, 'Shows').click();
    const shows = page.getByRole('list', { name: 'Shows in these results' });
    const show = (await shows.getByRole('button').first().textContent())!;
    await shows.getByRole('button', { name: show, exact: true }).click();
    await expect(
      page.getByText(`Searching for episodes that mention AI, outside ${show}.`),
    ).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(
      page.getByRole('article').filter({ has: page.getByText(show, { exact: true }) }),
    ).toHaveCount(0);
    await button(page, `Remove: not in show ${show}`).click();
    await expect(page).toHaveURL('/?q=AI');
  });

  test('a card’s “More” opens below all its buttons', async ({ page }) => {
    await page.goto('/?q=sourdough');
    const card = page.getByRole('article').first();
    await card.locator('summary').click();
    const reason = (await card.locator('[data-why]').boundingBox())!;
    const details = (await card.locator('details > div').boundingBox())!;
    expect(details.y - (reason.y + reason.height)).toBeGreaterThanOrEqual(4);
  });

  test('the search tips fit the screen, and Escape closes them', async ({ page }) => {
    await page.goto('/');
    await button(page, 'Search tips').click();
    const tips = page.getByRole('dialog', { name: 'Search tips' });
    await expect(tips.getByRole('rowheader').last()).toBeAttached();
    const { width } = (await tips.boundingBox())!;
    expect(width).toBeLessThanOrEqual(375);
    expect(await tips.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(tips).toBeHidden();
    await expect(button(page, 'Search tips')).toBeFocused();
  });

  test('a member with many alerts sees the first result after a search', async ({
    page,
    member,
    documents,
  }) => {
    await seedAlerts(documents, member.uid, KEYWORDS);
    await page.goto('/?q=AI');
    await expect(button(page, 'View All (7)')).toBeVisible();
    await expect(button(page, 'Create alerts for this search')).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectInSight(page, 812);
  });

  test('the menu with many alerts shows all its controls', async ({ page, member, documents }) => {
    await seedAlerts(documents, member.uid, KEYWORDS);
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/alerts');
    await expect(heading(page, 'Your Alerts (7)')).toBeVisible();
    await button(page, 'Menu').click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByText('2 more in My Alerts')).toBeVisible();
    await expect(menu.getByRole('button', { name: /^Delete alert/ })).toHaveCount(5);
    for (const control of [
      menu.getByRole('button', { name: 'Close menu' }),
      menu.getByRole('link', { name: 'Manage All Alerts' }),
      menu.getByRole('link', { name: 'Bookmarks' }),
      menu.getByRole('button', { name: 'Sign Out' }),
    ]) {
      await expect(control).toBeInViewport({ ratio: 1 });
    }
  });
});

test('headings have visible spaces between words', async ({ page }) => {
  await page.goto('/topics/ai-machine-learning');
  const headings = page.locator('h1, h2, h3');
  await expect(headings.first()).toBeVisible();
  const gaps = await headings.evaluateAll((elements) =>
    elements.map((element) => {
      const { fontSize, letterSpacing, wordSpacing } = getComputedStyle(element);
      // The font's space character is 0.19 em wide.
      const spacing = Number.parseFloat(letterSpacing) || 0;
      return 0.19 + (spacing + Number.parseFloat(wordSpacing)) / Number.parseFloat(fontSize);
    }),
  );
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.19);
});

test.describe('the focus', () => {
  test('moves to the episodes after Load All, and to their heading on another page', async ({
    page,
  }) => {
    await page.goto('/topics/ai-machine-learning');
    await untilHeard(page);
    await button(page, 'Load All AI Episodes').press('Enter');
    await expect(heading(page, 'All AI Episodes')).toBeFocused();

    await page.goto('/?q=OpenAI');
    await untilHeard(page);
    const next = page.getByRole('link', { name: 'Next' });
    const pages = page
      .getByRole('navigation', { name: 'Pages of results' })
      .getByRole('link', { name: /^Page / });
    const last = Number(await pages.last().textContent());
    for (let number = 2; number <= last; number += 1) {
      await next.press('Enter');
      await expect(pages.and(page.locator('[aria-current=page]'))).toHaveText(String(number));
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(heading(page, new RegExp(`page ${last} of ${last}$`))).toBeFocused();
  });

  test('stays on a bookmark toggled by keyboard, whose tooltip names the action', async ({
    page,
    member: _,
  }) => {
    await page.goto('/?q=OpenAI');
    // Only the first card's button, because other cards may load before it.
    const toggle = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Bookmark / });
    await expect(toggle).toBeEnabled();
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect(toggle).toBeEnabled();
    await expect(toggle).toBeFocused();
    const tip = () =>
      toggle.evaluate((element) => {
        const { content, display } = getComputedStyle(element, '::after');
        return display === 'none' ? '' : content;
      });
    expect(await tip()).toBe('"Remove bookmark"');
    await page.keyboard.press('Escape');
    expect(await tip()).toBe('');
  });
});
