import { newEmail, signUp, verifyEmail } from '../support/account.ts';
import { addAlert } from '../support/journey/add-alert.ts';
import { delivery } from '../support/delivery.ts';
import { expect, test } from '../support/journey/journey.ts';
import { look, lookHere, WITHOUT_MOTION } from '../support/browser/look.ts';
import { button, heading } from '../support/journey/member.ts';
import { ODD_KEYWORDS, oddAnswer } from '../support/journey/odd-episodes.ts';
import { openMenu } from '../support/journey/open-menu.ts';
import { rememberSignIn } from '../support/journey/remember-sign-in.ts';
import { seedAlerts } from '../support/journey/seed-alerts.ts';
import { seedBookmarks } from './seed-bookmarks.ts';

/** A keyword of maximum length without a line break opportunity. */
const LONG_KEYWORD = 'x'.repeat(200);
/** The heading of the home page, which may appear later than the header. */
const HOME = 'Create Podcast Alerts for Topics You Care About';
const FIRESTORE = '**/google.firestore.v1.Firestore/**';

test.use({ expectErrors: /Failed to load resource|Firestore/, ...WITHOUT_MOTION });
// Each test checks several looks. In addition, Firestore notices late that the connection is back.
test.describe.configure({ timeout: 120_000 });

test('the alerts page looks right empty, full, refused and offline', async ({
  page,
  context,
  member: _,
}) => {
  await page.goto('/alerts');
  await expect(page.getByText('No alerts yet')).toBeVisible();
  await look(page);
  for (const text of ['OpenAI', 'venture capital', LONG_KEYWORD]) await addAlert(page, text);
  await expect(heading(page, 'Your Alerts (3)')).toBeVisible();
  await expect(page.getByText(/^Created on/)).toHaveCount(3);
  await look(page);
  const keyword = page.getByLabel('Keyword or phrase');
  await keyword.fill('openai');
  await button(page, 'Add Alert').click();
  await expect(page.getByText('You already have an alert for this keyword')).toBeVisible();
  await look(page);
  await context.setOffline(true);
  await keyword.fill('a16z');
  await button(page, 'Add Alert').click();
  await expect(page.getByText('Waiting for the connection')).toBeVisible();
  await look(page);
});

test('the alerts page looks right with paused alerts, every reason for no mail, and a common word', async ({
  page,
  member,
  documents,
}) => {
  const alerts = `users/${member.uid}/alerts`;
  const createdAt = new Date();
  await documents.seed({
    [`users/${member.uid}`]: {
      cadence: 'paused',
      hour: 8,
      weekday: 1,
      timeZone: 'America/Argentina/Buenos_Aires',
      updatedAt: createdAt,
      suppression: { reason: 'spamreport', at: createdAt },
    },
    [`${alerts}/one`]: {
      keyword: 'OpenAI',
      createdAt,
      lastMatch: { at: createdAt, episodes: 4 },
    },
    [`${alerts}/two`]: { keyword: LONG_KEYWORD, createdAt, paused: true },
    [`${alerts}/three`]: { keyword: 'venture capital', createdAt, paused: true },
  });
  await page.goto('/alerts');
  const weekly = page.getByRole('radio', { name: /^Weekly/ });
  await expect(heading(page, 'Your Alerts (3)')).toBeVisible();
  await expect(page.getByText('Email is paused')).toBeVisible();
  await look(page);
  await verifyEmail(member);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('region', { name: 'Verify your email' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Change email and channels' }).click();
  await weekly.check();
  await look(page);
  await page.getByRole('radio', { name: /^Daily/ }).check();
  await button(page, 'Save preferences').click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.goto('/alerts');
  // Imitates a very frequent keyword, which the samples lack.
  await page.route('**/api/search', (route) =>
    route.fulfill({ json: { episodes: [], total: 1000 } }),
  );
  await page.getByLabel('Keyword or phrase').fill('the');
  await expect(button(page, 'Get one email a week instead')).toBeVisible();
  await look(page);
  await button(page, 'Get one email a week instead').click();
  await expect(page.getByText('You get them in one email a week.')).toBeVisible();
  await page.getByRole('link', { name: 'Change email and channels' }).click();
  await expect(weekly).toBeChecked();
});

test('the alerts page looks right with other scripts and long words', async ({
  page,
  member,
  documents,
}) => {
  await page.route('**/api/search', (route) => route.fulfill({ json: oddAnswer() }));
  await seedAlerts(documents, member.uid, ODD_KEYWORDS);
  await page.goto('/alerts');
  await expect(heading(page, `Your Alerts (${ODD_KEYWORDS.length})`)).toBeVisible();
  await button(page, ODD_KEYWORDS[0]!).click();
  await expect(page.getByText('科技早知道').first()).toBeVisible();
  await look(page);
});

test('the alert panel looks right closed, open, waiting and done', async ({
  page,
  context,
  member: _,
}) => {
  await page.goto(`/?q=OpenAI,startup+funding,${LONG_KEYWORD}`);
  const header = button(page, 'Create alerts for this search');
  await expect(header).toBeVisible();
  await look(page);
  await header.click();
  await look(page);
  await context.setOffline(true);
  await button(page, 'Create 3 Alerts').click();
  await expect(page.getByText(/^Waiting for the connection\./)).toBeVisible();
  await look(page);
  await context.setOffline(false);
  await expect(page.getByText('Alerts Created!')).toBeVisible({ timeout: 40_000 });
  await look(page);
});

test('the tracked keywords look right shortened and in full', async ({
  page,
  member,
  documents,
}) => {
  const keywords = ['OpenAI', 'a16z', 'Sam Altman', 'venture capital', 'robots', 'Europe'];
  await seedAlerts(documents, member.uid, [...keywords, LONG_KEYWORD]);
  await page.goto('/');
  await expect(button(page, 'View All (7)')).toBeVisible();
  await look(page);
  await button(page, 'View All (7)').click();
  await look(page);
  await page.setViewportSize({ width: 375, height: 900 });
  await button(page, 'Menu').click();
  await expect(button(page, `Delete alert for ${LONG_KEYWORD}`)).toBeVisible();
  await page.getByLabel('Keyword or phrase').fill('openai');
  await button(page, 'Add Alert').click();
  await expect(page.getByText('You already have an alert for this keyword')).toBeVisible();
  await look(page);
});

test('the bookmarks page looks right loading, empty, full and offline', async ({
  page,
  context,
  member,
  documents,
}) => {
  await page.route(FIRESTORE, () => undefined);
  await page.goto('/bookmarks');
  await expect(page.getByText('Loading bookmarks')).toBeVisible();
  await look(page);
  await page.unroute(FIRESTORE);
  await page.goto('/bookmarks');
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
  await look(page);
  await seedBookmarks(documents, member.uid, 'AI', 3);
  await page.goto('/?q=AI');
  await expect(page.getByRole('button', { pressed: true, disabled: false })).toHaveCount(3);
  await look(page);
  await page.goto('/bookmarks');
  await expect(page.getByText(/^Bookmarked on/)).toHaveCount(3);
  await look(page);
  await context.setOffline(true);
  await page
    .getByRole('button', { name: /^Remove bookmark of/ })
    .first()
    .click();
  await expect(page.getByText(/^Removed .* Waiting for the connection\.$/)).toBeVisible();
  await look(page);
});

test('the account page looks right unverified with all forms open, and verified', async ({
  page,
  context,
}) => {
  const long = newEmail().replace(
    /^(.*)@/,
    `${'a-very-long-name.'.repeat(2)}$1@${'mail.'.repeat(8)}`,
  );
  const ada = await signUp(long);
  await rememberSignIn(context, ada);
  await page.goto('/');
  await expect(button(page, ada.email)).toBeVisible();
  await expect(heading(page, HOME)).toBeVisible();
  await look(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Email verified: No')).toBeVisible();
  await look(page);
  await button(page, 'Resend verification email').click();
  await expect(button(page, 'Sent')).toBeVisible();
  await button(page, 'Change password').click();
  await page.getByLabel('Current password', { exact: true }).fill('wrong horse');
  await page.getByLabel('New password', { exact: true }).fill('better horse');
  await button(page, 'Change password').click();
  await expect(page.getByText('The current password is wrong.')).toBeVisible();
  await button(page, 'Delete my account').click();
  await page.getByLabel('Your password', { exact: true }).fill('wrong horse');
  await page.getByLabel(`Type ${ada.email} to confirm`).fill(ada.email);
  await button(page, 'Delete my account').click();
  await expect(page.getByText('The current password is wrong.')).toHaveCount(2);
  await look(page);
  await verifyEmail(ada);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('Email verified: Yes')).toBeVisible();
  await look(page);
  await page.setViewportSize({ width: 375, height: 900 });
  await button(page, 'Menu').click();
  await expect(page.getByRole('dialog').getByText('No alerts yet')).toBeVisible();
  await look(page);
});

test('the history looks right with a sent, a failed and a cancelled email', async ({
  page,
  member,
  documents,
}) => {
  const long = [
    { alertId: 'a', keyword: LONG_KEYWORD, count: 20, episodes: [] },
    { alertId: 'b', keyword: 'venture capital', count: 1, episodes: [] },
  ];
  const history = `users/${member.uid}/deliveries`;
  await documents.seed({
    [`${history}/a`]: delivery(1, { subject: 'OpenAI: 3 episodes' }),
    [`${history}/b`]: delivery(2, { state: 'failed', code: 'gave-up', alerts: long }),
    [`${history}/c`]: delivery(30, { state: 'cancelled', code: 'unverified' }),
  });
  await page.goto('/delivery');
  await expect(page.getByText('OpenAI: 3 episodes')).toBeVisible();
  await page.getByText('OpenAI (3)').first().click();
  await look(page);
});

test('the header, its dropdown and the mobile menu look right', async ({ page, member }) => {
  await page.goto('/');
  await expect(button(page, member.email)).toBeVisible();
  await expect(heading(page, HOME)).toBeVisible();
  await lookHere(page);
  await button(page, member.email).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await lookHere(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 375, height: 800 });
  await openMenu(page);
  await lookHere(page);
});

test('rows of alerts, shows, channels and keys begin with the same height', async ({
  page,
  member,
  documents,
}) => {
  const createdAt = new Date();
  const person = `users/${member.uid}`;
  const id = '0'.repeat(20);
  await documents.seed({
    [`${person}/alerts/000`]: { keyword: 'OpenAI', createdAt },
    [`${person}/shows/${id}`]: {
      feedUrl: 'https://shows.example/feed',
      title: 'Inside Machines',
      followedAt: createdAt,
    },
    [`${person}/channels/${id}`]: {
      kind: 'slack',
      name: 'Team',
      host: 'hooks.example',
      alerts: 'all',
      state: 'off',
      createdAt,
    },
    [`${person}/apiKeys/${id}`]: { name: 'Script', start: 'es_abcd', scopes: ['read'], createdAt },
  });
  for (const [address, facts] of [
    ['/alerts', 'Created on'],
    ['/alerts#shows', 'since today'],
    ['/delivery', 'nothing sent yet'],
    ['/dashboard', 'made today'],
  ] as const) {
    await page.goto(address);
    const row = page.getByRole('listitem').filter({ hasText: facts });
    // A key has a line of permissions below.
    const permissions = row.getByText('Search, read episodes and your matches.');
    const heightOf = async () => {
      const [whole, below] = [await row.boundingBox(), await permissions.count()];
      const more = below > 0 ? await permissions.boundingBox() : null;
      return (whole?.height ?? 0) - (more?.height ?? 0);
    };
    await expect.poll(heightOf, address).toBe(60);
  }
});

test('members’ pages have the title and the column in one place, and phones show alerts and menu in full', async ({
  page,
  member,
  documents,
}) => {
  await seedAlerts(documents, member.uid, ['OpenAI', 'venture capital']);
  const others = ['/alerts#shows', '/alerts/000', '/delivery', '/dashboard', '/bookmarks'];
  for (const [width, columnWidth] of [
    [1280, 776],
    [375, 343],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/alerts');
    const title = page.getByRole('heading', { level: 1 });
    const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first();
    const placeOf = async () => {
      const box = await title.boundingBox();
      return { x: box?.x, y: box?.y };
    };
    const widthOf = () =>
      page
        .locator('main')
        .locator('section, div.text-center')
        .evaluateAll((parts) =>
          Math.max(...parts.map((part) => part.getBoundingClientRect().width)),
        );
    const place = await placeOf();
    expect(place.x).toBe((await crumb.boundingBox())?.x);
    for (const address of others) {
      await page.goto(address);
      await expect.poll(placeOf, `${address} at ${width}`).toEqual(place);
      await expect.poll(widthOf, `${address} at ${width}`).toBe(columnWidth);
    }
  }
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/alerts');
  await expect(page.getByText(/^Created on/)).toHaveCount(2);
  for (const created of await page.getByText(/^Created on/).all())
    await expect(created).toBeVisible();
  const menu = await openMenu(page);
  const heights = await Promise.all(
    ['Dashboard', 'Email & channels'].map(async (name) => {
      const label = menu.getByRole('link', { name }).getByText(name);
      return (await label.boundingBox())?.height;
    }),
  );
  expect(heights[1]).toBe(heights[0]);
});
