import { MANUAL_RUN_JOB } from '../../functions/src/alerts/plan/manual-run.ts';
import { publishAnswerSchema, PUBLISH_PATH } from '../../samples/published-episode.ts';
import { newEmail, signUp, verifyEmail } from '../support/account.ts';
import { addAlert } from '../support/journey/add-alert.ts';
import { type InboxMail, mailsTo } from '../support/inbox.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, createAccount, heading } from '../support/journey/member.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { runSchedule } from '../support/run-schedule.ts';
import { openSendgrid } from '../support/sendgrid.ts';
import { inboxUrl, samplesUrl, sendgridUrl } from '../support/stack.ts';
import { rememberSignIn } from '../support/journey/remember-sign-in.ts';
import { unique } from '../support/unique.ts';

/** A keyword that no other test uses. */
const KEYWORD = `clockwork nightingale ${unique()}`;

// The run also sends digests to other tests' members, which takes long on a busy machine.
const MAIL_TIMEOUT_MS = 150_000;
// One after the other, because both listen as the mail service.
test.describe.configure({ mode: 'default', timeout: 480_000 });

// Following a show, or confirming an address, creates the document that the first alert's transaction writes. If this
// happens between the transaction's read and commit, Firestore's emulator refuses the commit (403, or 409 while the other still
// writes), and the site repeats it.
const REFUSED_COMMIT = /status of (403|409) .*documents:commit/;
test.use({ expectErrors: REFUSED_COMMIT });

/** A show that Apple's directory lists and that the samples lack. */
const SHOW = 'Small Hours';
const APPLE_LINK = 'https://podcasts.apple.com/us/podcast/small-hours/id1234567890';
const showPages = () => ({
  '/lookup': JSON.stringify({
    resultCount: 1,
    results: [{ feedUrl: `${sendgridUrl()}/small-hours.xml`, collectionName: SHOW }],
  }),
  '/small-hours.xml': `<rss version="2.0"><channel><title>${SHOW}</title><item>
    <title>A night at the harbour</title><guid>${unique()}</guid>
    <description>With a ${KEYWORD}.</description><pubDate>${new Date().toUTCString()}</pubDate>
    <enclosure url="${sendgridUrl()}/night.mp3" type="audio/mpeg" length="1"/>
    </item></channel></rss>`,
});

/** Publishes a sample episode and refreshes the catalogue. */
async function publish(): Promise<{ title: string; link: string }> {
  const answer = await fetch(new URL(PUBLISH_PATH, samplesUrl()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword: KEYWORD }),
  });
  expect(await runSchedule('refreshCatalogue')).toBe(200);
  return publishAnswerSchema.parse(await answer.json());
}

async function alertMails(email: string, atLeast: number): Promise<InboxMail[]> {
  const mails = async () =>
    (await mailsTo(email)).filter(({ subject }) => subject.includes(KEYWORD));
  await expect
    .poll(async () => (await mails()).length, { timeout: MAIL_TIMEOUT_MS })
    .toBeGreaterThanOrEqual(atLeast);
  return mails();
}

test('a new member verifies, saves an alert, gets one mail and stops it with one click; another adds a show', async ({
  page,
  newVisitor,
}) => {
  const sendgrid = await openSendgrid({ deliver: true, pages: showPages() });
  const email = newEmail();
  await page.goto('/signup');
  await untilHeard(page);
  await createAccount(page, email);
  await expect(button(page, email)).toBeVisible();

  await expect
    .poll(async () => (await mailsTo(email)).length, { timeout: MAIL_TIMEOUT_MS })
    .toBe(1);
  const [verification] = await mailsTo(email);
  const link = /https?:\/\/\S+/.exec(verification!.text)![0];
  // The Auth emulator's page requests files that do not exist.
  await (await newVisitor({ expectErrors: /404/ })).goto(link);
  await page.goto('/alerts');
  await addAlert(page, KEYWORD);
  await expect(heading(page, 'Your Alerts (1)')).toBeVisible();

  const other = await signUp();
  await verifyEmail(other);
  const theirs = await newVisitor({ expectErrors: REFUSED_COMMIT });
  await rememberSignIn(theirs.context(), other);
  await theirs.goto('/alerts');
  await addAlert(theirs, KEYWORD);
  await theirs.getByRole('link', { name: 'Your shows' }).click();
  await theirs.getByLabel('Name, address or link').fill(APPLE_LINK);
  await button(theirs, 'Find show').click();
  await button(theirs, `Follow ${SHOW}`).click();
  await expect(heading(theirs, 'Your shows (1)')).toBeVisible();

  const first = await publish();
  expect(await runSchedule('sendAlerts', MANUAL_RUN_JOB)).toBe(200);
  const [mail] = await alertMails(email, 1);
  // Both members get the episode of the other member's show, because Apple's directory lists it.
  expect(mail!.subject).toBe(`${KEYWORD}: 2 episodes`);
  expect(unmarked(mail!.text)).toContain(first.title);

  // MailDev's page requests files that do not exist, draws its icon too early, and measures a frame that may
  // not be loaded.
  const inbox = await newVisitor({ expectErrors: /404|drawImage|scrollHeight/ });
  await inbox.goto(`${inboxUrl()}/#/email/${mail!.id}`);
  const episodeLink = inbox
    .frameLocator('iframe.panel-html')
    .getByRole('link', { name: first.title })
    .first();
  const [episode] = await Promise.all([inbox.context().waitForEvent('page'), episodeLink.click()]);
  await expect(episode).toHaveURL(first.link);
  await expect(episode.getByRole('heading', { level: 1 })).toContainText(first.title);

  const [, oneClick] = /<(https?:[^>]+)>/.exec(mail!.headers['list-unsubscribe'] ?? '') ?? [];
  const stopped = await fetch(oneClick!, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(stopped.status).toBe(200);

  const second = await publish();
  expect(await runSchedule('sendAlerts', MANUAL_RUN_JOB)).toBe(200);
  const mails = await alertMails(other.email, 2);
  expect(unmarked(mails[1]!.text)).toContain(second.title);
  expect(unmarked(mails[1]!.text)).not.toContain(first.title);
  for (const { text } of [mail!, mails[0]!]) expect(text).toContain('A night at the harbour');
  await button(theirs, `Stop following ${SHOW}`).click();
  await expect(theirs.getByText(`You no longer follow “${SHOW}”.`)).toBeVisible();
  expect(await alertMails(email, 1)).toHaveLength(1);
  expect(sendgrid.wrong).toEqual([]);
  await sendgrid.close();
});

test('a mail leads to the sound of a mention in two presses', async ({ page, newVisitor }) => {
  const [show, said] = ['Harbour Lights', `brass astrolabe ${unique()}`];
  const sendgrid = await openSendgrid({
    deliver: true,
    pages: {
      '/lookup': JSON.stringify({
        resultCount: 1,
        results: [{ feedUrl: `${sendgridUrl()}/harbour-lights.xml`, collectionName: show }],
      }),
      '/harbour-lights.xml': `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0">
        <channel><title>${show}</title><item><title>What the keeper found</title>
        <guid>${unique()}</guid><pubDate>${new Date().toUTCString()}</pubDate>
        <podcast:transcript url="${sendgridUrl()}/harbour-lights.vtt" type="text/vtt"/>
        <enclosure url="${new URL('/audio/harbour-lights.mp3', samplesUrl()).href}" type="audio/mpeg" length="1"/>
        </item></channel></rss>`,
      '/harbour-lights.vtt': `WEBVTT\n\n00:00.000 --> 00:06.000\nGood evening from the harbour.\n
00:06.000 --> 00:09.000\nBehind the lamp stood a ${said}.\n`,
    },
  });
  const member = await signUp();
  await verifyEmail(member);
  await rememberSignIn(page.context(), member);
  await page.goto('/alerts');
  await addAlert(page, said);
  await page.getByRole('link', { name: 'Your shows' }).click();
  await page.getByLabel('Name, address or link').fill(APPLE_LINK);
  await button(page, 'Find show').click();
  await button(page, `Follow ${show}`).click();
  await expect(heading(page, 'Your shows (1)')).toBeVisible();
  expect(await runSchedule('refreshCatalogue')).toBe(200);
  expect(await runSchedule('sendAlerts', MANUAL_RUN_JOB)).toBe(200);
  await expect
    .poll(async () => (await mailsTo(member.email)).length, { timeout: MAIL_TIMEOUT_MS })
    .toBe(1);
  const [mail] = await mailsTo(member.email);

  const inbox = await newVisitor({ expectErrors: /404|drawImage|scrollHeight/ });
  await inbox.goto(`${inboxUrl()}/#/email/${mail!.id}`);
  const play = inbox
    .frameLocator('iframe.panel-html')
    .getByRole('link', { name: 'Play from 0:06' });
  const [moment] = await Promise.all([inbox.context().waitForEvent('page'), play.click()]);
  await expect(moment).toHaveURL(/\/episode\/[0-9a-f]{20}\/[0-9a-f]{32}\?t=6$/);
  await expect(moment.getByText(said)).toBeVisible();
  await untilHeard(moment);
  await moment.getByRole('link', { name: /^Play from 0:06/ }).click();
  const audio = moment.locator('audio');
  await expect(audio).toHaveJSProperty('paused', false);
  // The sound has ten seconds, so one that began at the start would not be here yet.
  const atS = await audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  expect(atS).toBeGreaterThan(5.9);
  expect(sendgrid.wrong).toEqual([]);
  await sendgrid.close();
});

/** Removes the asterisks that mark matches. */
function unmarked(text: string): string {
  return text.replaceAll('*', '');
}
