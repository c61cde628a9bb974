import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp, verifyEmail } from '../support/account.ts';
import { delivery } from '../support/delivery.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { look } from '../support/look.ts';
import { button, heading, signIn } from '../support/member.ts';
import { useDocuments } from '../support/use-documents.ts';
import { visit } from '../support/visitor.ts';

let browser: Browser;
const documents = useDocuments();

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

describe.each(['light', 'dark'] as const)('in %s', { timeout: 120_000 }, (colorScheme) => {
  async function enter(email: string, address: string) {
    const visitor = await visit(browser, '/login', { colorScheme });
    await signIn(visitor.page, email);
    await visitor.page.goto(address);
    return visitor;
  }

  test('alerts that rest and that matched, every reason for no mail, and a common word', async () => {
    const ada = await signUp();
    const alerts = `users/${ada.uid}/alerts`;
    const createdAt = new Date();
    await documents.seed({
      [`users/${ada.uid}`]: {
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
      [`${alerts}/two`]: { keyword: 'x'.repeat(200), createdAt, paused: true },
      [`${alerts}/three`]: { keyword: 'venture capital', createdAt, paused: true },
    });
    const { page, leave } = await enter(ada.email, '/alerts');
    await heading(page, 'Your Alerts (3)').waitFor();
    await page.getByText('Email is paused').waitFor();
    await look(page, 'alerts-no-mail', colorScheme);
    await verifyEmail(ada);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByText('Your address is not verified yet.').waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: /^Weekly/ }).check();
    await look(page, 'preferences-weekly', colorScheme);
    await page.getByRole('radio', { name: /^Daily/ }).check();
    await button(page, 'Save preferences').click();
    await page.getByText('Saved.').waitFor();
    // No sample is as common as that.
    await page.route('**/api/search', (route) =>
      route.fulfill({ json: { episodes: [], total: 1000 } }),
    );
    await page.getByLabel('Keyword or phrase').fill('the');
    await button(page, 'Get one email a week instead').waitFor();
    await look(page, 'preview-many', colorScheme);
    await button(page, 'Get one email a week instead').click();
    await page.getByText('They come together in one email a week.').waitFor();
    await expect.poll(() => page.getByRole('radio', { name: /^Weekly/ }).isChecked()).toBe(true);
    await leave();
  });

  test('the history: sent, failed, cancelled, one opened', async () => {
    const ada = await signUp();
    const long = [
      { alertId: 'a', keyword: 'x'.repeat(200), count: 20, episodes: [] },
      { alertId: 'b', keyword: 'venture capital', count: 1, episodes: [] },
    ];
    const history = `users/${ada.uid}/deliveries`;
    await documents.seed({
      [`${history}/a`]: delivery(1, { subject: '3 new episodes mention “OpenAI”' }),
      [`${history}/b`]: delivery(2, { state: 'failed', code: 'gave-up', alerts: long }),
      [`${history}/c`]: delivery(30, { state: 'cancelled', code: 'unverified' }),
    });
    const { page, leave } = await enter(ada.email, '/dashboard');
    await page.getByText('3 new episodes mention “OpenAI”').waitFor();
    await page.getByText('OpenAI (3)').first().click();
    await look(page, 'history', colorScheme);
    await leave();
  });
});
