import type { Page } from '@playwright/test';
import { verifyEmail } from '../support/account.ts';
import { addAlert } from '../support/journey/add-alert.ts';
import { asNewClient } from '../support/client.ts';
import { delivery } from '../support/delivery.ts';
import { examine } from '../support/browser/look.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, heading } from '../support/journey/member.ts';
import { siteUrl } from '../support/stack.ts';
import { unique } from '../support/unique.ts';

test.use({ timezoneId: 'Europe/Berlin' });

const cadence = (page: Page, name: RegExp) => page.getByRole('radio', { name });

test('the first alert sets a daily digest at eight in the local time zone', async ({
  page,
  member,
  documents,
}) => {
  await page.goto('/delivery');
  await expect(page.getByText(/^Default: daily at 8:00.AM UTC\.$/u)).toBeVisible();
  await page.goto('/alerts');
  await addAlert(page, 'OpenAI');
  const chosen = { cadence: 'daily', hour: 8, weekday: 1, timeZone: 'Europe/Berlin' };
  await expect
    .poll(() => documents.read(`users/${member.uid}`))
    .toEqual({ ...chosen, updatedAt: expect.anything() as unknown });
  await expect(page.getByText(/^Email daily at 8:00.AM$/u)).toBeVisible();
  await page.getByRole('link', { name: 'Change email and channels' }).click();
  await expect(page.getByText('Europe/Berlin')).toBeVisible();
  await expect(button(page, 'Save preferences')).toBeDisabled();
});

test('saves preferences, shows them in another tab, and keeps them when alerts are added', async ({
  page,
  context,
  member: _,
}) => {
  await page.goto('/delivery');
  const other = await context.newPage();
  await other.goto('/delivery');
  await expect(cadence(other, /^Daily/)).toBeVisible();
  await cadence(page, /^Weekly/).check();
  await page.getByLabel('Day', { exact: true }).selectOption('Friday');
  await page.getByLabel('Time', { exact: true }).selectOption({ index: 18 });
  await button(page, 'Save preferences').click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(cadence(other, /^Weekly/)).toBeChecked();
  await expect(other.getByLabel('Day', { exact: true })).toHaveValue('5');
  await other.goto('/alerts');
  await addAlert(other, 'a16z');
  await page.reload();
  await expect(cadence(page, /^Weekly/)).toBeChecked();
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('18');
});

test('a member who pauses mail reads why none comes, and how to change it', async ({
  page,
  member,
}) => {
  await verifyEmail(member);
  await page.goto('/delivery');
  const notice = page.getByRole('region', { name: 'Email is off' });
  await cadence(page, /^Paused/).check();
  await button(page, 'Save preferences').click();
  await expect(notice.getByText('Email is paused')).toBeVisible();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.goto('/alerts');
  await notice.getByRole('link', { name: 'Choose a frequency' }).click();
  await expect(page.locator('#preferences')).toBeFocused();
  await cadence(page, /^As it happens/).check();
  await button(page, 'Save preferences').click();
  await expect(notice).toBeHidden();
});

test('reports an address that is unverified or refuses mail', async ({
  page,
  member,
  documents,
}) => {
  await page.goto('/alerts');
  const notice = page.getByRole('region', { name: 'Email is off' });
  const hint = page.getByRole('region', { name: 'Verify your email' });
  await hint.getByRole('button', { name: 'Resend' }).click();
  await expect(hint.getByRole('button', { name: 'Sent' })).toBeVisible();
  await expect(notice).toBeHidden();
  await verifyEmail(member);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(hint).toBeHidden();
  // A new ID token makes the page reopen its Firestore stream. Meanwhile the emulator reports no writes, so
  // the write may have to be repeated.
  await expect(async () => {
    const suppression = { reason: 'bounce', at: new Date() };
    await documents.seed({ [`users/${member.uid}`]: { suppression } });
    await expect(notice.getByText('Email to your address was returned')).toBeVisible({
      timeout: 3000,
    });
  }).toPass();
  // Saving preferences does not remove the fields that the server wrote.
  await page.goto('/alerts#preferences');
  await expect(page).toHaveURL('/delivery#preferences');
  await cadence(page, /^Weekly/).check();
  await button(page, 'Save preferences').click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  expect(await documents.read(`users/${member.uid}`)).toMatchObject({
    cadence: 'weekly',
    suppression: { reason: 'bounce' },
  });
});

test('six alerts fit on the screen of a phone', async ({ page, member, documents }) => {
  await verifyEmail(member);
  const keywords = ['OpenAI', 'a16z -sponsor', 'Sam Altman', 'venture capital', 'robots', 'Europe'];
  const [createdAt, at] = [new Date(), new Date()];
  const alerts = keywords.map((keyword, slot): [string, object] => [
    `users/${member.uid}/alerts/00${slot}`,
    { keyword, language: 1, spoken: false, createdAt, lastMatch: { at, episodes: 4 } },
  ]);
  // Without `verifiedAt`, the page would ask whether to keep the alerts.
  const person: [string, object] = [`users/${member.uid}`, { verifiedAt: at }];
  await documents.seed(Object.fromEntries([...alerts, person]));
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/alerts');
  const bins = page.getByRole('button', { name: /^Delete alert for/ });
  await expect(bins).toHaveCount(keywords.length);
  for (const row of await page.getByRole('listitem').filter({ has: bins }).all()) {
    await expect(row).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('an alert stays paused until resumed, skips what was published meanwhile, and shows its last match', async ({
  page,
  member,
  documents,
}) => {
  const createdAt = new Date();
  const alerts = `users/${member.uid}/alerts`;
  await documents.seed({
    [`${alerts}/one`]: { keyword: 'OpenAI', createdAt },
    // Other tests publish episodes about OpenAI, which would be its last match.
    [`${alerts}/two`]: {
      keyword: `unpublished ${unique()}`,
      createdAt,
      lastMatch: { at: new Date('2026-11-20T12:00:00Z'), episodes: 4 },
    },
  });
  await page.goto('/alerts');
  await expect(heading(page, 'Your Alerts (2)')).toBeVisible();
  await expect(page.getByText('Last match Nov 20, 2026, 4 episodes')).toBeVisible();
  await button(page, 'OpenAI').click();
  await button(page, 'Settings of OpenAI').click();
  await button(page, 'Pause alert for OpenAI').click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect.poll(() => documents.read(`${alerts}/one`)).toMatchObject({ paused: true });
  await page.reload();
  await button(page, 'OpenAI').click();
  await button(page, 'Settings of OpenAI').click();
  await button(page, 'Resume alert for OpenAI').click();
  await expect(button(page, 'Pause alert for OpenAI')).toBeVisible();
  await expect.poll(() => documents.read(`${alerts}/one`)).toMatchObject({ paused: false });
  expect(await documents.read(`${alerts}/one`)).toHaveProperty('resumedAt');
  await button(page, 'Pause for 30 days: alert for OpenAI').click();
  await expect(page.getByText(/^Paused until [A-Z][a-z]{2} \d+, \d{4}$/)).toBeVisible();
  const paused = { paused: true, pausedUntil: expect.anything() as unknown };
  await expect.poll(() => documents.read(`${alerts}/one`)).toMatchObject(paused);
  await button(page, 'Resume alert for OpenAI').click();
  await expect(button(page, 'Pause alert for OpenAI')).toBeVisible();
  await expect.poll(() => documents.read(`${alerts}/one`)).not.toHaveProperty('pausedUntil');
});

test.describe('in a preview', () => {
  // Chromium logs this when axe and Playwright access the frame.
  test.use({ expectErrors: /Blocked script execution in 'about:srcdoc'/ });

  test('one press excludes a show, even after a reload, and another includes it again', async ({
    page,
    member,
    documents,
  }) => {
    const alert = `users/${member.uid}/alerts/000`;
    await documents.seed({ [alert]: { keyword: 'OpenAI', createdAt: new Date() } });
    await page.goto('/alerts');
    await button(page, 'OpenAI').click();
    await button(page, 'Preview email of OpenAI').click();
    // A frame shows the digest itself. The policy allows the frame's styles and blocks its scripts.
    const mail = page.frameLocator('iframe[title="The email"]');
    await expect(mail.getByRole('heading', { level: 1 })).toContainText(/OpenAI: \d+ episodes?/);
    await expect(mail.getByRole('link', { name: 'Unsubscribe from all alerts' })).toHaveAttribute(
      'href',
      /\/alerts$/,
    );
    await examine(page);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Preview email of OpenAI')).toBeFocused();
    await page
      .getByRole('button', { name: /^Not this show: / })
      .first()
      .click();
    await expect(page.getByText(/^Excluded: .+ \(show\), \w{3} \d+, \d{4} /)).toBeFocused();
    await expect
      .poll(() => documents.read(alert))
      .toMatchObject({
        keyword: expect.stringMatching(/^OpenAI -show:/),
        language: 1,
        excluded: expect.anything(),
        changedAt: expect.anything(),
      });
    await page.reload();
    await page.getByRole('button', { name: /^OpenAI, outside / }).click();
    await page.getByRole('button', { name: /^Settings of OpenAI, outside / }).click();
    await expect(page.getByText(/^Excluded: .+ \(show\), \w{3} \d+, \d{4} /)).toBeVisible();
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect
      .poll(() => documents.read(alert))
      .toMatchObject({ keyword: 'OpenAI', excluded: {} });
    await expect(page.getByText(/^Excluded: /)).toBeHidden();
  });
});

test('shows for a keyword how many episodes a search of 30 days finds', async ({
  page,
  member: _,
}) => {
  // Thirty whole UTC days, as in the settings and rows of alerts.
  const startDate = (Math.floor(Date.now() / 86_400_000) - 29) * 86_400_000;
  const answer = await fetch(`${siteUrl()}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asNewClient() },
    body: JSON.stringify({ keywords: ['OpenAI'], language: 'English', startDate }),
  });
  const { total } = (await answer.json()) as { total: number };
  expect(total).toBeGreaterThan(1);
  await page.goto('/alerts');
  const keyword = page.getByLabel('Keyword or phrase');
  await keyword.fill('OpenAI');
  await expect(page.getByText(`About ${total} episodes in the past month.`)).toBeVisible();
  await keyword.fill('zzzzunheardof');
  await expect(page.getByText('No episodes in the past month.')).toBeVisible();
});

test('the account page links to preferences and history, which shows ten emails at a time', async ({
  page,
  member,
  documents,
}) => {
  const history = `users/${member.uid}/deliveries`;
  const entries = Array.from({ length: 12 }, (_, hours): [string, object] => [
    `${history}/d${hours}`,
    delivery(hours + 1),
  ]);
  await documents.seed({
    ...Object.fromEntries(entries),
    [`${history}/refused`]: delivery(0, { state: 'failed', code: 'gave-up' }),
  });
  await page.goto('/dashboard#history');
  await expect(page).toHaveURL('/delivery#history');
  await expect(page.locator('#history')).toBeFocused();
  const subjects = page.getByText(/^Digest of \d+ hours ago$/);
  await expect(subjects).toHaveCount(10);
  await expect(subjects.first()).toHaveText('Digest of 0 hours ago');
  await expect(
    page.getByText('The mail service could not be reached for a whole day.'),
  ).toBeVisible();
  await button(page, 'Show more').click();
  await expect(subjects).toHaveCount(13);
  await page.getByText('OpenAI (3)').nth(1).click();
  await expect(page.getByRole('link', { name: 'How OpenAI trains its models' })).toBeVisible();
  await documents.seed({ [`${history}/new`]: delivery(-1) });
  await expect(page.getByText('Digest of -1 hours ago')).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Alert history' }).click();
  await expect(page.locator('#history')).toBeFocused();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Notification preferences' }).click();
  await expect(page).toHaveURL('/delivery#preferences');
  await expect(page.locator('#preferences')).toBeFocused();
});
