import type { Locator, Page } from '@playwright/test';
import { firstMailTo } from '../support/inbox.ts';
import { newEmail, PASSWORD, verifyEmail } from '../support/account.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, heading } from '../support/journey/member.ts';
import { seedAlerts } from '../support/journey/seed-alerts.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';

/**
 * Counts presses: one for each tap or Enter, two for an option list (open, choose), none for letters. Text goes to
 * the focused element, so every field must be pressed or focused by the page first.
 */
function startCounting(page: Page) {
  const startedAt = Date.now();
  let count = 0;
  return {
    async press(target: Locator): Promise<void> {
      count += 1;
      await target.click();
    },
    async choose(list: Locator, option: string): Promise<void> {
      count += 2;
      await list.selectOption(option);
    },
    type: (text: string) => page.keyboard.type(text),
    /** Fails if there were more than `most` presses. Annotates the test with the count and the duration. */
    atMost(most: number, what: string): void {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      const description = `${what}: ${count} presses, ${seconds} s`;
      test.info().annotations.push({ type: 'presses', description });
      expect(count, what).toBeLessThanOrEqual(most);
    },
  };
}

const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test.use({ expectErrors: /Failed to load resource/ });

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a visitor gets a verified alert in at most 8 presses', async ({ page, newVisitor }) => {
    const email = newEmail();
    await page.goto('/');
    await untilHeard(page);
    const { press, type, atMost } = startCounting(page);
    await press(field(page, 'Keywords or Phrases (separated by commas)'));
    await type('OpenAI');
    await press(button(page, 'Search Episodes'));
    await press(link(page, 'Create alert'));
    await press(field(page, 'Email'));
    await type(email);
    await press(field(page, 'Password'));
    await type(PASSWORD);
    await press(field(page, 'Confirm password'));
    await type(PASSWORD);
    await press(button(page, 'Create account'));
    await expect(page.getByText('Alert saved', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/?q=OpenAI');
    const [verifies = ''] = /https?:\/\/\S+/.exec((await firstMailTo(email)).text) ?? [];
    // The Auth emulator's page requests files that do not exist.
    const mail = await newVisitor({ expectErrors: /404/ });
    await mail.setContent(`<a href="${verifies.replaceAll('&', '&amp;')}">Verify</a>`);
    await press(mail.getByRole('link'));
    await mail.waitForURL(/^http/);
    await mail.waitForLoadState();
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(page.getByRole('region', { name: 'Verify your email' })).toHaveCount(0, {
        timeout: 1000,
      });
    }).toPass();
    atMost(8, 'From the address to a verified alert');
  });

  test('every part of an account is at most 2 presses from the header', async ({
    page,
    member,
  }) => {
    await verifyEmail(member);
    await page.goto('/');
    await untilHeard(page);
    for (const [name, found] of [
      ['Email & channels', heading(page, 'Your channels')],
      ['Dashboard', heading(page, 'API keys')],
      ['Dashboard', heading(page, 'Your data')],
      ['Your shows', page.getByLabel('Name, address or link')],
      ['Manage All Alerts', page.getByText('Import or export')],
    ] as const) {
      const { press, atMost } = startCounting(page);
      await press(button(page, 'Menu'));
      await press(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }));
      await expect(found).toBeVisible();
      atMost(2, `${name} on a phone`);
    }
  });
});

for (const [device, options] of [
  ['a phone', PHONE],
  ['a desktop', {}],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(options);

    test('a member with 40 alerts limits the noisiest in at most 4 presses', async ({
      page,
      member,
      documents,
    }) => {
      await verifyEmail(member);
      await documents.seed({ [`users/${member.uid}`]: { verifiedAt: new Date(0) } });
      const rare = Array.from({ length: 39 }, (_, index) => `xylophonic ${index}`);
      await seedAlerts(documents, member.uid, ['AI', ...rare]);
      await page.goto('/alerts');
      await expect(heading(page, 'Your Alerts (40)')).toBeVisible();
      const { press, choose, atMost } = startCounting(page);
      await choose(field(page, 'Order'), 'Most matches');
      const noisiest = page
        .locator('section')
        .filter({ has: heading(page, 'Your Alerts (40)') })
        .getByRole('listitem')
        .first()
        .getByRole('button', { name: 'AI', exact: true });
      await press(noisiest);
      await press(button(page, 'Main topic only?'));
      await expect(page.getByText('main topic only').first()).toBeVisible();
      atMost(4, `Quieting the noisiest of 40 on ${device}`);
    });
  });
}

test('every part of an account is at most 2 presses from the header', async ({
  page,
  member,
  documents,
}) => {
  await verifyEmail(member);
  await seedAlerts(documents, member.uid, ['OpenAI']);
  await page.goto('/');
  const account = button(page, member.email);
  const item = (name: string) => page.getByRole('menuitem', { name });
  for (const [name, first, second, found] of [
    ['Channels', account, item('Email & channels'), heading(page, 'Your channels')],
    ['Keys', account, item('Dashboard'), heading(page, 'API keys')],
    ['Export of all data', account, item('Dashboard'), heading(page, 'Your data')],
    [
      'Shows',
      link(page, 'My Alerts').first(),
      link(page, 'Your shows'),
      page.getByLabel('Name, address or link'),
    ],
    [
      'Export of alerts',
      link(page, 'My Alerts').first(),
      page.getByText('Import or export'),
      page.getByText('Export:'),
    ],
  ] as const) {
    const { press, atMost } = startCounting(page);
    await press(first);
    await press(second);
    await expect(found.first()).toBeVisible();
    atMost(2, `${name} on a desktop`);
  }
});
