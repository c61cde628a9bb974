import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MANUAL_RUN_JOB } from '../../functions/src/alerts/planning/manual-run.ts';
import { publishAnswerSchema, PUBLISH_PATH } from '../../samples/publish-request.ts';
import { PASSWORD, signUp, verifyEmail } from '../support/account.ts';
import { type InboxMail, mailsTo } from '../support/inbox.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { button, heading, signIn } from '../support/member.ts';
import { runSchedule } from '../support/run-schedule.ts';
import { openSendgrid, type Sendgrid } from '../support/sendgrid.ts';
import { inboxUrl, samplesUrl } from '../support/stack.ts';
import { heard, picture, visit } from '../support/visitor.ts';

/** What nobody else in these suites follows. */
const KEYWORD = 'clockwork nightingale';

let browser: Browser;
let sendgrid: Sendgrid;

beforeAll(async () => {
  [browser, sendgrid] = await Promise.all([launchBrowser(), openSendgrid({ deliver: true })]);
});

afterAll(async () => {
  await Promise.all([browser.close(), sendgrid.close()]);
});

/** A sample show brings out an episode, and the next refresh takes it in. */
async function publish(): Promise<{ title: string; link: string }> {
  const answer = await fetch(new URL(PUBLISH_PATH, samplesUrl()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword: KEYWORD }),
  });
  expect(await runSchedule('refreshCatalogue')).toBe(200);
  return publishAnswerSchema.parse(await answer.json());
}

/** The mails to an address that are about the keyword, once there are so many. */
async function alertMails(email: string, atLeast: number): Promise<InboxMail[]> {
  let mails: InboxMail[] = [];
  await expect
    .poll(
      async () => {
        mails = (await mailsTo(email)).filter(({ subject }) => subject.includes(KEYWORD));
        return mails.length;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThanOrEqual(atLeast);
  return mails;
}

async function addAlert(page: Page): Promise<void> {
  await page.goto('/alerts');
  await page.getByLabel('Keyword or phrase').fill(KEYWORD);
  await button(page, 'Add Alert').click();
  await heading(page, 'Your Alerts (1)').waitFor();
  // Shown at once, saved a moment later: then the field is emptied.
  await expect.poll(() => page.getByLabel('Keyword or phrase').inputValue()).toBe('');
}

test('one signs up, verifies, saves an alert, gets the mail once, and stops it with one click', async () => {
  const email = `arrives-${process.pid}-${Date.now()}@example.com`;
  const { page, leave } = await visit(browser, '/signup');
  await heard(button(page, 'Create account'));
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await button(page, 'Create account').click();
  await page.waitForURL('/');
  await button(page, email).waitFor();

  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(1);
  const [verification] = await mailsTo(email);
  const link = /https?:\/\/\S+/.exec(verification!.text)![0];
  // What answers is the Auth emulator's own page, which asks for files it does not have.
  await (await visit(browser, link, { expectErrors: /404/ })).leave();
  await addAlert(page);

  const other = await signUp();
  await verifyEmail(other);
  const theirs = await visit(browser, '/');
  await signIn(theirs.page, other.email);
  await addAlert(theirs.page);

  const first = await publish();
  expect(await runSchedule('sendAlerts', MANUAL_RUN_JOB)).toBe(200);
  const [mail] = await alertMails(email, 1);
  expect(mail!.subject).toBe(`1 new episode mentions “${KEYWORD}”`);
  expect(mail!.text).toContain(first.title);

  // The inbox's own page asks for files it does not have.
  const inbox = await visit(browser, `${inboxUrl()}/#/email/${mail!.id}`, { expectErrors: /404/ });
  const episodeLink = inbox.page
    .frameLocator('iframe.panel-html')
    .getByRole('link', { name: first.title })
    .first();
  await episodeLink.waitFor();
  await picture(inbox.page, 'inbox-with-alert');
  const episode = inbox.page.context().waitForEvent('page');
  await episodeLink.click();
  const opened = await episode;
  await opened.waitForURL(first.link);
  expect(await opened.getByRole('heading', { level: 1 }).textContent()).toContain(first.title);
  await inbox.leave();

  const [, oneClick] = /<(https?:[^>]+)>/.exec(mail!.headers['list-unsubscribe'] ?? '') ?? [];
  const stopped = await fetch(oneClick!, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(stopped.status).toBe(200);

  const second = await publish();
  expect(await runSchedule('sendAlerts', MANUAL_RUN_JOB)).toBe(200);
  const mails = await alertMails(other.email, 2);
  expect(mails[1]!.text).toContain(second.title);
  expect(mails[1]!.text).not.toContain(first.title);
  expect(await alertMails(email, 1)).toHaveLength(1);
  expect(sendgrid.wrong).toEqual([]);
  await theirs.leave();
  await leave();
});
