import { verifyEmail } from '../support/account.ts';
import { look, WITHOUT_MOTION } from '../support/browser/look.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, heading } from '../support/journey/member.ts';
import { seedAlerts } from '../support/journey/seed-alerts.ts';
import { siteUrl } from '../support/stack.ts';
import { isSigned, startReceiver } from '../support/start-receiver.ts';

test.use(WITHOUT_MOTION);
test.describe.configure({ timeout: 120_000 });

const LONG_NAME = 'x'.repeat(60);

test('sends matches to a webhook with a signed test and to a private feed, and imports a list', async ({
  page,
  member,
  documents,
}) => {
  const receiver = await startReceiver();
  try {
    await seedAlerts(documents, member.uid, ['OpenAI', 'y'.repeat(200)]);
    await page.goto('/delivery');
    await expect(page.getByText('Verify your email to add channels.')).toBeVisible();
    await look(page);
    await verifyEmail(member);
    await page.reload();
    await button(page, 'Add a channel').click();
    await page.getByRole('radio', { name: /^Webhook/ }).check();
    await page.getByLabel('Name').fill(LONG_NAME);
    await page.getByLabel('Address').fill(receiver.url);
    await button(page, 'Add Webhook').click();
    const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await button(page, 'Done').click();
    await button(page, LONG_NAME).click();
    await button(page, `Send test (${LONG_NAME})`).click();
    await expect(page.getByText('Test message delivered.')).toBeVisible();
    expect(receiver.got).toHaveLength(1);
    expect(isSigned(receiver.got[0]!, secret)).toBe(true);

    await button(page, 'Add a channel').click();
    await button(page, 'Add Private feed').click();
    const rss = await page.getByLabel(/^RSS/).inputValue();
    const feed = await fetch(new URL(new URL(rss).pathname, siteUrl()));
    expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining('<rss')]);
    await look(page);
    await page.reload();
    await expect(heading(page, 'Your channels (2)')).toBeVisible();
    await expect(page.locator('body')).not.toContainText(secret);

    // As in another browser than that of the sign-up.
    await page.evaluate(() => localStorage.removeItem('earshot.signed-up'));
    await page.goto('/alerts');
    await expect(page.getByRole('region', { name: 'Did you save these alerts?' })).toContainText(
      '“OpenAI”',
    );
    await look(page);
    await button(page, 'Keep').click();
    await expect(page.getByRole('region', { name: 'Did you save these alerts?' })).toHaveCount(0);
    await expect(
      page.getByText(new RegExp(`^Email daily at .* · Private feed · ${LONG_NAME}$`)),
    ).toBeVisible();
    await button(page, 'OpenAI').click();
    await button(page, 'Settings of OpenAI').click();
    await page.getByRole('checkbox', { name: LONG_NAME }).uncheck();
    await page.getByRole('checkbox', { name: 'Email' }).uncheck();
    await look(page);
    await page.getByRole('link', { name: 'Change email and channels' }).click();
    await expect(page.getByText('1 alert', { exact: true })).toBeVisible();
    await button(page, LONG_NAME).click();
    await button(page, `Choose alerts (${LONG_NAME})`).click();
    await page.getByRole('radio', { name: 'All alerts, including new ones' }).check();
    await button(page, 'Save').click();
    await expect(page.getByText('All alerts', { exact: true })).toHaveCount(2);
    await page.goto('/alerts');
    await button(page, 'Import or export').click();
    await page.getByLabel(/^Your list/).fill('OpenAI\nSam Altman\n-jobs');
    await button(page, 'Preview').click();
    await expect(page.getByRole('checkbox', { name: /^Sam Altman \d+ episodes$/ })).toBeVisible();
    await button(page, 'Add 1 alert').click();
    await expect(heading(page, 'Your Alerts (3)')).toBeVisible();
    await page.getByText('1 alert added.').waitFor();
    await page
      .locator('section', { has: heading(page, 'Import or export') })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(heading(page, 'Your Alerts (2)')).toBeVisible();
  } finally {
    receiver.close();
  }
});
