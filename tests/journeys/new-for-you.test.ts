import { Bytes } from 'firebase/firestore/lite';
import { delivery } from '../support/delivery.ts';
import { expect, test } from '../support/journey/journey.ts';
import { look, WITHOUT_MOTION } from '../support/browser/look.ts';
import { recordLayoutShifts } from '../support/browser/layout-shifts.ts';
import { button, heading } from '../support/journey/member.ts';
import { rememberSignIn } from '../support/journey/remember-sign-in.ts';
import { seedAlerts } from '../support/journey/seed-alerts.ts';
import type { Documents } from '../support/documents.ts';

test.use(WITHOUT_MOTION);
test.describe.configure({ timeout: 120_000 });

const HOUR_MS = 3_600_000;
const KEYWORDS = [
  'OpenAI',
  'a16z',
  'Sam Altman',
  'venture capital',
  'robots',
  'Europe',
  'x'.repeat(120),
];

const episode = (number: number, title = `How to keep a promise, part ${number}`) => ({
  title,
  link: `https://shows.example/${number}`,
  podcast: 'Inside Machines',
});

/** Seeds `alerts` alerts and the daily emails of three days, during which the member was absent. */
async function seedNews(documents: Pick<Documents, 'seed'>, uid: string, alerts: number) {
  const keywords = Array.from({ length: alerts }, (_, at) => KEYWORDS[at] ?? `topic ${at}`);
  await seedAlerts(documents, uid, keywords);
  const digest = (day: number) =>
    delivery(24 * day + 1, {
      alerts: keywords.map((keyword, at) => ({
        alertId: String(at).padStart(3, '0'),
        keyword,
        count: at === 0 ? 3 : 1,
        episodes: [episode(100 * day + at, at === 6 ? 'w'.repeat(150) : undefined)],
      })),
    });
  const days = [0, 1, 2, 3, 4].map((day): [string, object] => [
    `users/${uid}/deliveries/d${day}`,
    digest(day),
  ]);
  await documents.seed({
    [`users/${uid}`]: {
      cadence: 'daily',
      hour: 8,
      weekday: 1,
      timeZone: 'UTC',
      updatedAt: new Date(),
      seenAt: new Date(Date.now() - 72 * HOUR_MS),
    },
    ...Object.fromEntries(days),
  });
}

for (const alerts of [7, 40]) {
  test(`a member with ${alerts} alerts sees what is new after three days, without a press`, async ({
    page,
    context,
    member,
    documents,
    newVisitor,
  }) => {
    await seedNews(documents, member.uid, alerts);
    const unread = 3 * alerts + 6;
    const elsewhere = await newVisitor();
    await rememberSignIn(elsewhere.context(), member);
    await elsewhere.goto('/bookmarks');
    const badge = elsewhere.getByRole('link', {
      name: `My Alerts ${unread > 99 ? '99+' : unread} new`,
    });
    await expect(badge).toBeVisible();
    await page.goto('/');
    await expect(heading(page, 'New for you')).toBeVisible();
    await expect(page.getByText(new RegExp(`^${unread} new since `))).toBeVisible();
    const marks = page.getByText('New:', { exact: true });
    await expect(marks).toHaveCount(Math.min(3 * alerts, 100));
    await expect(page.getByLabel('Keywords or Phrases (separated by commas)')).toBeVisible();
    await expect(button(page, `View All (${alerts})`)).toBeVisible();
    // The page on the other device updates at once.
    await expect(badge).toHaveCount(0);
    await look(page);
    // The next visit starts with the layout that this browser stored. By then, everything is read.
    const again = await context.newPage();
    const shifts = await recordLayoutShifts(again);
    await again.goto('/');
    await expect(again.getByText(/^Nothing new since /)).toBeVisible();
    await expect(again.getByText('New:', { exact: true })).toHaveCount(0);
    expect(await shifts()).toEqual([]);
    // A button in the block above searches for its keyword.
    const tracking = again.getByRole('region', { name: 'Tracking keywords' });
    await tracking.getByRole('button').first().click();
    await expect(again).toHaveURL(/^[^?]*\?q=\w/);
  });
}

test('a match waiting for the next email is already new', async ({ page, member, documents }) => {
  const createdAt = new Date(Date.now() - 72 * HOUR_MS);
  const foundAtMs = Date.now() - HOUR_MS;
  const times = { pubDateMs: foundAtMs, ingestedAtMs: foundAtMs, foundAtMs };
  await documents.seed({
    [`users/${member.uid}/alerts/000`]: { keyword: 'OpenAI', createdAt },
    [`users/${member.uid}/ledger/pending`]: {
      alerts: {
        [`000-${createdAt.getTime().toString(36)}`]: {
          words: '',
          keys: Bytes.fromUint8Array(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 171)),
        },
      },
      episodes: { '00000000000000ab': { ...episode(1), ...times } },
    },
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'How to keep a promise, part 1' })).toBeVisible();
  await expect(page.getByText('New:', { exact: true })).toHaveCount(1);
  await look(page);
});

test('a member without alerts sees the visitors’ home page', async ({ page, member: _ }) => {
  await page.goto('/');
  await expect(page.getByText('Try', { exact: true })).toBeVisible();
  await expect(heading(page, 'New for you')).toHaveCount(0);
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
