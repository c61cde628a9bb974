import type { Page } from '@playwright/test';
import { signUp } from '../support/account.ts';
import { expect, test } from '../support/journey/journey.ts';
import { look, WITHOUT_MOTION } from '../support/browser/look.ts';
import { recordLayoutShifts } from '../support/browser/layout-shifts.ts';
import { button, heading } from '../support/journey/member.ts';
import { gate } from '../support/journey/gate.ts';
import { rememberSignIn } from '../support/journey/remember-sign-in.ts';
import { seedAlerts } from '../support/journey/seed-alerts.ts';
import type { Documents } from '../support/documents.ts';

// The audio does not exist.
test.use({ ...WITHOUT_MOTION, expectErrors: /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/ });
test.describe.configure({ timeout: 180_000 });

const HOUR_MS = 3_600_000;
const KEYWORDS = ['OpenAI', 'a16z', 'Sam Altman', 'venture capital', 'robots', 'x'.repeat(120)];
const CREATED = new Date(Date.now() - 100 * 24 * HOUR_MS);

const identityOf = (slot: number) =>
  `${String(slot).padStart(3, '0')}-${CREATED.getTime().toString(36)}`;

/** A match an hour older than the one before it. Each third quotes what is said. */
function match(number: number) {
  const keyword = KEYWORDS[number % KEYWORDS.length] ?? '';
  const text = `Everyone here says that >>>${keyword}<<< keeps its promise.`;
  return {
    alert: identityOf(number % KEYWORDS.length),
    query: { keyword },
    foundAt: new Date(Date.now() - number * HOUR_MS),
    waiting: [],
    episode: {
      id: number.toString(16).padStart(32, '0'),
      title: number === 5 ? 'w'.repeat(150) : `How to keep a promise, part ${number}`,
      podcast: 'Inside Machines',
      link: `https://shows.example/${number}`,
      image: '',
      pubDateMs: Date.now() - (number + 2) * HOUR_MS,
      excerpt: `Said at about 15:53: ${text}`,
      ...(number % 3 === 0 && {
        said: [{ text, atMs: 953_000 }],
        audio: 'https://shows.example/audio.mp3',
      }),
    },
  };
}

async function seedInbox(documents: Pick<Documents, 'seed'>, uid: string, count: number) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  await documents.seed({
    [`users/${uid}`]: {
      cadence: 'daily',
      hour: 8,
      weekday: 1,
      timeZone: 'UTC',
      updatedAt: new Date(),
      seenAt: new Date(Date.now() - 10.5 * HOUR_MS),
    },
    ...Object.fromEntries(
      KEYWORDS.map((keyword, slot): [string, object] => [
        `users/${uid}/alerts/${String(slot).padStart(3, '0')}`,
        { keyword, createdAt: CREATED },
      ]),
    ),
    ...Object.fromEntries(
      numbers.map((number): [string, object] => [
        `users/${uid}/matches/${String(number).padStart(20, '0')}`,
        match(number),
      ]),
    ),
  });
}

const rows = (page: Page) => page.locator('main article[data-row]');
const title = (page: Page, number: number) =>
  page.getByRole('link', { name: `How to keep a promise, part ${number}`, exact: true });
const status = (page: Page) =>
  page.getByRole('region', { name: 'Inbox', exact: true }).getByRole('status');

test('marks a match as read on every device when it is opened, not when it is seen', async ({
  page,
  context,
  member,
  documents,
  newVisitor,
}) => {
  await seedInbox(documents, member.uid, 70);
  const elsewhere = await newVisitor();
  await rememberSignIn(elsewhere.context(), member);
  await elsewhere.goto('/bookmarks');
  const badge = (count: number) =>
    elsewhere.getByRole('link', { name: `Inbox ${count} unread`, exact: true });
  await expect(badge(11)).toBeVisible();
  await page.goto('/');
  await expect(heading(page, 'Inbox')).toBeVisible();
  await expect(page.getByLabel('Keywords or Phrases (separated by commas)')).toBeVisible();
  await expect(status(page)).toHaveText('11 unread');
  await expect(rows(page)).toHaveCount(50);
  await look(page);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(badge(10)).toBeVisible();
  await page.getByRole('button', { name: /^Mark as read: .* part 1$/ }).click();
  await expect(badge(9)).toBeVisible();
  // The next visit starts with the layout that this browser stored.
  const again = await context.newPage();
  const shifts = await recordLayoutShifts(again);
  await again.goto('/');
  await expect(status(again)).toHaveText('9 unread');
  expect(await shifts()).toEqual([]);
  await button(page, 'Mark all read').click();
  await expect(status(again)).toHaveText('All read');
  await expect(elsewhere.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
  // A new match arrives by itself, at the top.
  await documents.seed({
    [`users/${member.uid}/matches/${'f'.repeat(20)}`]: {
      ...match(900),
      foundAt: new Date(Date.now() + 2000),
    },
  });
  await expect(status(again)).toHaveText('1 unread');
  await expect(rows(again).first()).toContainText('part 900');
  // A keyword above the inbox starts a search.
  const tracking = again.getByRole('region', { name: 'Tracking keywords' });
  await tracking.getByRole('button').first().click();
  await expect(again).toHaveURL(/^[^?]*\?q=\w/);
});

test('a member filters the inbox, plays from the second and reads older matches', async ({
  page,
  context,
  member,
  documents,
}) => {
  await seedInbox(documents, member.uid, 70);
  await page.goto('/');
  await expect(title(page, 0)).toBeVisible();
  const first = rows(page).first();
  await first.getByRole('link', { name: /^Play from 15:53/ }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  await expect(status(page)).toHaveText('10 unread');
  await button(page, 'Close the player').click();
  await expect(rows(page)).toHaveCount(50);
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(70);
  await page.getByLabel('Alert', { exact: true }).selectOption({ label: 'a16z' });
  await expect(rows(page)).toHaveCount(12);
  await button(page, 'Unread').click();
  await expect(rows(page)).toHaveCount(2);
  await look(page);
  // What is loaded stays readable without a connection.
  await context.setOffline(true);
  await page.getByLabel('Alert', { exact: true }).selectOption({ label: 'All alerts' });
  await expect(rows(page)).toHaveCount(10);
  await context.setOffline(false);
});

test('loads the inbox of a phone and connects it while it is not yet known who is signed in', async ({
  page,
  member,
  documents,
}) => {
  await seedInbox(documents, member.uid, 12);
  await page.setViewportSize({ width: 375, height: 667 });
  const loaded: string[] = [];
  page.on('requestfinished', (request) => loaded.push(request.url()));
  const answer = gate();
  await page.route(/accounts:lookup/, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await page.goto('/');
  const scripts = ['member-area', 'member-home', 'inbox', 'member-nav', 'home-route'];
  for (const script of scripts)
    await expect.poll(() => loaded.some((url) => url.includes(`/assets/${script}-`))).toBe(true);
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  const before = loaded.length;
  answer.open();
  await expect(rows(page)).toHaveCount(12);
  // Nothing but the data was missing.
  expect(loaded.slice(before).filter((url) => /assets\/(member|inbox)/.test(url))).toEqual([]);
  expect(loaded.filter((url) => url.includes('account-menu'))).toEqual([]);
  await expect(status(page)).toHaveText('11 unread');
});

for (const width of [375, 1280]) {
  test(`keeps the place of the inbox ${width} px wide until its matches are there`, async ({
    page,
    member,
    documents,
  }) => {
    await seedInbox(documents, member.uid, 12);
    await page.setViewportSize({ width, height: 667 });
    await page.goto('/');
    await expect(rows(page)).toHaveCount(12);
    const shifts = await recordLayoutShifts(page);
    const answer = gate();
    await page.route(/google\.firestore/, async (route) => {
      await answer.opened;
      await route.continue();
    });
    await page.reload();
    const region = page.getByRole('region', { name: 'Inbox', exact: true });
    await expect(region.locator('.animate-pulse [data-cover]')).toHaveCount(3);
    // Below the top of the inbox, because keywords above it take more rows on phones.
    const topOfFirst = (selector: string) =>
      region.evaluate((section, wanted) => {
        const top = section.querySelector(wanted)?.getBoundingClientRect().top;
        return top === undefined ? null : Math.round(top - section.getBoundingClientRect().top);
      }, selector);
    const placeTop = await topOfFirst('[data-cover]');
    expect(placeTop).toBeGreaterThan(0);
    answer.open();
    await expect(rows(page)).toHaveCount(12);
    expect(await topOfFirst('article[data-row] [data-cover]')).toBe(placeTop);
    expect(await shifts()).toEqual([]);
  });
}

test('shows nothing of the person who was here last', async ({ page, member, documents }) => {
  const other = await signUp();
  await seedInbox(documents, other.uid, 12);
  await seedAlerts(documents, member.uid, ['OpenAI']);
  await page.addInitScript((uid) => localStorage.setItem('earshot.member', uid), other.uid);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const body = document.querySelector('body');
      if (body?.textContent.includes('How to keep')) Object.assign(window, { seen: true });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await expect(page.getByText(/^No matches yet\./)).toBeVisible();
  expect(await page.evaluate(() => 'seen' in window)).toBe(false);
});

test('a member without alerts sees the visitors’ home page', async ({ page, member: _ }) => {
  await page.goto('/');
  await expect(page.getByText('Try', { exact: true })).toBeVisible();
  await expect(heading(page, 'Inbox')).toHaveCount(0);
});

test('a member without matches reads what will appear here', async ({
  page,
  member,
  documents,
}) => {
  await seedAlerts(documents, member.uid, ['OpenAI']);
  await page.goto('/');
  await expect(page.getByText(/^No matches yet\./)).toBeVisible();
  await look(page);
});

test('an alert’s page has its year, compares it with others and saves it as a table', async ({
  page,
  member,
  documents,
}) => {
  await seedInbox(documents, member.uid, 130);
  await page.goto('/alerts');
  await button(page, 'OpenAI').click();
  await page.getByRole('link', { name: /^All matches of/ }).click();
  await expect(page).toHaveURL('/alerts/000');
  await expect(heading(page, 'OpenAI')).toBeVisible();
  await expect(page.getByText('22 matches')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(22);
  await look(page);
  await page.getByText('Compare with other alerts').click();
  for (const name of ['a16z', 'x'.repeat(120)]) await page.getByRole('checkbox', { name }).check();
  await expect(page.getByText('22 matches')).toHaveCount(2);
  await page.getByText('Numbers by week').click();
  await look(page);
  const saved = page.waitForEvent('download');
  await button(page, 'Download as CSV').click();
  expect((await saved).suggestedFilename()).toBe('matches.csv');
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('OpenAI');
});
