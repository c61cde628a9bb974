import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp, verifyEmail } from '../support/account.ts';
import { asNewCaller } from '../support/caller.ts';
import { delivery } from '../support/delivery.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { button, heading, signIn } from '../support/member.ts';
import { siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';
import { visit } from '../support/visitor.ts';

let browser: Browser;
const documents = useDocuments();

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** Opens a page as this person, whose device is in Berlin. */
async function enter(person: Person, address: string) {
  const visitor = await visit(browser, '/login', { timezoneId: 'Europe/Berlin' });
  await signIn(visitor.page, person.email);
  await visitor.page.goto(address);
  return visitor;
}

async function addAlert(page: Page, keyword: string): Promise<void> {
  await page.getByLabel('Keyword or phrase').fill(keyword);
  await button(page, 'Add Alert').click();
  // The field is empty again when the server has the alert; the list shows it before.
  await expect.poll(() => page.getByLabel('Keyword or phrase').inputValue()).toBe('');
}

const cadence = (page: Page, name: RegExp) => page.getByRole('radio', { name });

test('the first alert brings a digest at eight in the morning where one is', async () => {
  const ada = await signUp();
  const { page, leave } = await enter(ada, '/alerts');
  await page.getByText(/^Until you save, a digest comes daily at 8:00.AM UTC\.$/u).waitFor();
  await addAlert(page, 'OpenAI');
  const chosen = { cadence: 'daily', hour: 8, weekday: 1, timeZone: 'Europe/Berlin' };
  await expect
    .poll(() => documents.read(`users/${ada.uid}`))
    .toEqual({ ...chosen, updatedAt: expect.anything() as unknown });
  await page.getByText('Europe/Berlin').waitFor();
  await expect.poll(() => button(page, 'Save preferences').isDisabled()).toBe(true);
  await leave();
});

test('preferences are saved, live in another tab, and survive further alerts', async () => {
  const ada = await signUp();
  const { page, leave } = await enter(ada, '/alerts');
  const other = await page.context().newPage();
  await other.goto('/alerts');
  await cadence(other, /^Daily/).waitFor();
  await cadence(page, /^Weekly/).check();
  await page.getByLabel('Day', { exact: true }).selectOption('Friday');
  await page.getByLabel('Time', { exact: true }).selectOption({ index: 18 });
  await button(page, 'Save preferences').click();
  await page.getByText('Saved.').waitFor();
  await expect.poll(() => cadence(other, /^Weekly/).isChecked()).toBe(true);
  expect(await other.getByLabel('Day', { exact: true }).inputValue()).toBe('5');
  await addAlert(other, 'a16z');
  await page.reload();
  await expect.poll(() => cadence(page, /^Weekly/).isChecked()).toBe(true);
  expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('18');
  await leave();
});

test('who pauses all mail reads why none comes, and where it goes on', async () => {
  const ada = await signUp();
  await verifyEmail(ada);
  const { page, leave } = await enter(ada, '/alerts');
  const notice = page.getByRole('region', { name: 'Email is off' });
  await cadence(page, /^Paused/).check();
  await button(page, 'Save preferences').click();
  await notice.getByText('Email is paused').waitFor();
  await notice.getByRole('link', { name: 'Choose a frequency' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('preferences');
  await cadence(page, /^As it happens/).check();
  await button(page, 'Save preferences').click();
  await notice.waitFor({ state: 'detached' });
  await leave();
});

test('an address that is not verified, or takes no mail, is told of', async () => {
  const ada = await signUp();
  const { page, leave } = await enter(ada, '/alerts');
  const notice = page.getByRole('region', { name: 'Email is off' });
  await notice.getByText('Your address is not verified yet.').waitFor();
  await notice.getByRole('button', { name: 'Resend verification email' }).click();
  await notice.getByRole('button', { name: 'Sent' }).waitFor();
  await verifyEmail(ada);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await notice.waitFor({ state: 'detached' });
  const suppression = { reason: 'bounce', at: new Date() };
  await documents.seed({ [`users/${ada.uid}`]: { suppression } });
  await notice.getByText('Mail to your address came back').waitFor();
  // What the server wrote stays when the person saves preferences.
  await cadence(page, /^Weekly/).check();
  await button(page, 'Save preferences').click();
  await page.getByText('Saved.').waitFor();
  expect(await documents.read(`users/${ada.uid}`)).toMatchObject({
    cadence: 'weekly',
    suppression: { reason: 'bounce' },
  });
  await leave();
});

test('one alert rests until it is resumed, and tells what was mailed of it last', async () => {
  const ada = await signUp();
  const createdAt = new Date();
  await documents.seed({
    [`users/${ada.uid}/alerts/one`]: {
      keyword: 'OpenAI',
      createdAt,
      lastMatch: { at: new Date('2026-11-20T12:00:00Z'), episodes: 4 },
    },
    [`users/${ada.uid}/alerts/two`]: { keyword: 'a16z', createdAt },
  });
  const { page, leave } = await enter(ada, '/alerts');
  await heading(page, 'Your Alerts (2)').waitFor();
  await page.getByText('Last match Nov 20, 2026, 4 episodes').waitFor();
  await button(page, 'Pause alert for OpenAI').click();
  await page.getByText('Paused', { exact: true }).nth(1).waitFor();
  await expect
    .poll(() => documents.read(`users/${ada.uid}/alerts/one`))
    .toMatchObject({
      paused: true,
    });
  await page.reload();
  await button(page, 'Resume alert for OpenAI').click();
  await button(page, 'Pause alert for OpenAI').waitFor();
  await expect
    .poll(() => documents.read(`users/${ada.uid}/alerts/one`))
    .toMatchObject({ paused: false, resumedAt: expect.anything() as unknown });
  await leave();
});

test('a keyword tells beforehand how many episodes a search of 30 days finds', async () => {
  const startDate = Date.now() - 30 * 86_400_000;
  const answer = await fetch(`${siteUrl()}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asNewCaller() },
    body: JSON.stringify({ keywords: ['OpenAI'], language: 'English', startDate }),
  });
  const { total } = (await answer.json()) as { total: number };
  expect(total).toBeGreaterThan(1);
  const { page, leave } = await enter(await signUp(), '/alerts');
  const keyword = page.getByLabel('Keyword or phrase');
  await keyword.fill('OpenAI');
  await page.getByText(`About ${total} episodes in the last 30 days.`).waitFor();
  await keyword.fill('zzzzunheardof');
  await page.getByText('No episodes in the last 30 days.').waitFor();
  await leave();
});

test('the account page leads to the preferences, and shows what was mailed, ten at a time', async () => {
  const ada = await signUp();
  const entries = Array.from({ length: 12 }, (_, hours): [string, object] => [
    `users/${ada.uid}/deliveries/d${hours}`,
    delivery(hours + 1),
  ]);
  await documents.seed({
    ...Object.fromEntries(entries),
    [`users/${ada.uid}/deliveries/refused`]: delivery(0, { state: 'failed', code: 'gave-up' }),
  });
  const { page, leave } = await enter(ada, '/dashboard');
  const subjects = page.getByText(/^Digest of \d+ hours ago$/);
  await expect.poll(() => subjects.count()).toBe(10);
  expect(await subjects.first().textContent()).toBe('Digest of 0 hours ago');
  await page.getByText('The mail service could not be reached for a whole day.').waitFor();
  await button(page, 'Show more').click();
  await expect.poll(() => subjects.count()).toBe(13);
  await page.getByText('OpenAI (3)').nth(1).click();
  await page.getByRole('link', { name: 'How OpenAI trains its models' }).waitFor();
  // A digest that is settled meanwhile shows at once.
  await documents.seed({ [`users/${ada.uid}/deliveries/new`]: delivery(-1) });
  await page.getByText('Digest of -1 hours ago').waitFor();
  await page.getByRole('link', { name: 'Alert history' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('history');
  await page.getByRole('link', { name: 'Notification preferences' }).click();
  await page.waitForURL('/alerts#preferences');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('preferences');
  await leave();
});
