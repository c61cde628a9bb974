import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';
import { look, WITHOUT_MOTION } from '../support/browser/look.ts';
import { button, heading } from '../support/journey/member.ts';
import { openMenu } from '../support/journey/open-menu.ts';
import { seedAlerts } from '../support/journey/seed-alerts.ts';
import { seedBookmarks } from './seed-bookmarks.ts';

const KEYWORDS = ['OpenAI', 'a16z', 'Sam Altman', 'venture capital', 'robots', 'Europe'];
const bins = (place: Page | Locator) => place.getByRole('button', { name: /^Delete alert for/ });
const bookmarks = (page: Page) => page.getByRole('button', { name: /^Remove bookmark of/ });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });
const place = (page: Page, text: string | RegExp) => page.getByRole('group', { name: text });

/** Clicks twice at one position. The second click comes after the list has changed. */
async function pressTwice(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForTimeout(300);
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Presses Undo by keyboard, once the server has confirmed the deletion. Undo is the next tab stop. */
async function pressUndo(page: Page, name: string | RegExp = 'Undo'): Promise<void> {
  const next = button(page, name);
  await page.keyboard.press('Tab');
  await expect(next).toBeFocused();
  await expect(next).toBeEnabled();
  await page.keyboard.press('Enter');
}

test.use(WITHOUT_MOTION);

for (const width of [1280, 375]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a double click on a bin deletes one alert, and all rows stay in place', async ({
      page,
      member,
      documents,
    }) => {
      await seedAlerts(documents, member.uid, KEYWORDS);
      await page.goto('/alerts');
      await expect(bins(page)).toHaveCount(6);
      await button(page, KEYWORDS[3]!).click();
      for (const left of [5, 4, 3]) {
        await pressTwice(page, bins(page).first());
        await expect(heading(page, `Your Alerts (${left})`)).toBeVisible();
        // Long enough for a second deletion to become visible.
        await page.waitForTimeout(500);
        await expect(bins(page)).toHaveCount(left);
      }
      await expect(undo(page)).toHaveCount(3);
      await look(page);
    });

    test('a double click removes one bookmark', async ({ page, member, documents }) => {
      await seedBookmarks(documents, member.uid, 'OpenAI', 4);
      await page.goto('/bookmarks');
      await expect(bookmarks(page)).toHaveCount(4);
      await pressTwice(page, bookmarks(page).nth(1));
      await page.waitForTimeout(500);
      await expect(bookmarks(page)).toHaveCount(3);
      await expect(undo(page)).toHaveCount(1);
      await look(page);
    });
  });
}

test('a double click in the mobile menu deletes one alert', async ({ page, member, documents }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await seedAlerts(documents, member.uid, KEYWORDS);
  await page.goto('/');
  const menu = await openMenu(page);
  await expect(menu.getByText('1 more in My Alerts')).toBeVisible();
  await pressTwice(page, bins(menu).first());
  await expect(menu.getByText('1 more in My Alerts')).toHaveCount(0);
  await page.waitForTimeout(500);
  await expect(bins(menu)).toHaveCount(5);
  await expect(place(page, /^Deleted /)).toBeFocused();
});

test('an alert is deleted and restored by keyboard, with all its fields', async ({
  page,
  member,
  documents,
}) => {
  const path = (slot: string) => `users/${member.uid}/alerts/${slot}`;
  const long = new Date(Date.now() - 5 * 86_400_000);
  const alert = {
    keyword: 'OpenAI -sponsor',
    language: 1,
    spoken: false,
    paused: true,
    createdAt: long,
    resumedAt: new Date(long.getTime() + 5),
    lastMatch: { at: new Date(long.getTime() + 7), episodes: 2 },
  };
  const [newer, older] = [new Date(), new Date(0)].map((createdAt) => ({
    keyword: `robots ${createdAt.getTime()}`,
    createdAt,
  }));
  await documents.seed({ [path('007')]: alert, [path('008')]: newer!, [path('009')]: older! });
  const before = await documents.read(path('007'));
  await page.goto('/alerts');
  await expect(bins(page)).toHaveCount(3);
  const row = page
    .getByRole('listitem')
    .filter({ has: bins(page) })
    .nth(1);
  const whole = await row.innerText();

  await bins(page).nth(1).focus();
  await page.keyboard.press('Enter');
  const gone = place(page, 'Deleted “OpenAI”.');
  await expect(gone).toBeFocused();
  await expect.poll(() => documents.read(path('007'))).toBeNull();
  await pressUndo(page);
  await expect(bins(page)).toHaveCount(3);
  await expect(row).toBeFocused();
  await expect.poll(() => row.innerText()).toBe(whole);
  await expect.poll(() => documents.read(path('007'))).toMatchObject(before!);
});

test('excluding a show, undoing that and removing a bookmark keep the focus in place', async ({
  page,
  member,
  documents,
}) => {
  await seedAlerts(documents, member.uid, KEYWORDS);
  await page.goto('/alerts');
  await button(page, 'robots').click();
  await page
    .getByRole('button', { name: /^Not this show/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  const excluded = page.getByRole('listitem').filter({ hasText: /^Excluded: / });
  await expect(excluded).toBeFocused();
  await pressUndo(page, /^Undo: /);
  await expect(excluded).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ has: button(page, 'Delete alert for robots') });
  await expect(row).toBeFocused();

  await seedBookmarks(documents, member.uid, 'OpenAI', 3);
  await page.goto('/bookmarks');
  await expect(bookmarks(page)).toHaveCount(3);
  const title = await page.getByRole('heading', { level: 3 }).nth(1).innerText();
  await bookmarks(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(place(page, `Removed “${title}”.`)).toBeFocused();
  await pressUndo(page);
  await expect(bookmarks(page)).toHaveCount(3);
  const card = page
    .getByRole('listitem')
    .filter({ has: bookmarks(page) })
    .nth(1);
  await expect(card).toBeFocused();
  await expect(card.getByRole('heading', { level: 3 })).toHaveText(title);
});
