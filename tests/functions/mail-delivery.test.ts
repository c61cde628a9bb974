import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { digestHeaders } from '../../functions/src/delivery/mail/digest/digest-headers.ts';
import { digestLinks } from '../../functions/src/delivery/mail/digest/digest-links.ts';
import { renderDigestMail } from '../../functions/src/delivery/mail/digest/digest-mail.ts';
import { sampleDigestEpisode } from '../../functions/src/delivery/mail/digest/fixtures/sample-digest-episode.ts';
import type { OutgoingMail } from '../../functions/src/delivery/mail/transport/mailer.ts';
import {
  type DriverName,
  openMailer,
} from '../../functions/src/delivery/mail/transport/drivers.ts';
import { askForVerification, isVerified, signUp } from '../support/account.ts';
import { firstMailTo, mailsTo } from '../support/inbox.ts';
import { openSendgrid, type Sendgrid } from '../support/sendgrid.ts';
import { sendgridUrl, siteUrl, smtpUrl, unsubscribeKeys } from '../support/stack.ts';
import { unique } from '../support/unique.ts';

const settings = () => ({
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: siteUrl(),
  unsubscribeKeys: unsubscribeKeys(),
});

const mailerOf = (transport: DriverName) =>
  openMailer(settings().from, {
    MAIL_TRANSPORT: transport,
    SENDGRID_BASE_URL: sendgridUrl(),
    SENDGRID_API_KEY: 'SG.tests',
    SMTP_URL: smtpUrl(),
  });

async function digestTo(to: string): Promise<OutgoingMail> {
  const now = Date.now();
  const links = digestLinks('ada', settings());
  const episode = sampleDigestEpisode({
    title: 'Ängström & “ledgers”',
    pubDateMs: now,
    excerpt: 'We ask >>>OpenAI<<< 🎧.',
  });
  const alerts = [
    {
      alertId: 'one',
      keyword: 'OpenAI',
      episodes: [episode],
      moreCount: 0,
      episodeIds: new Uint8Array(),
    },
  ];
  const mail = await renderDigestMail({ cadence: 'daily', timeZone: 'UTC', alerts }, links);
  const digestId = `digest-${now}`;
  const headers = digestHeaders({
    ...settings(),
    digestId,
    cadence: 'daily',
    oneClickUrl: links.oneClick,
  });
  return { to, ...mail, headers, digestId, uid: 'ada' };
}

describe('a digest', () => {
  let sendgrid: Sendgrid;

  beforeAll(async () => {
    sendgrid = await openSendgrid({ deliver: true });
  });

  afterEach(() => sendgrid.answerWith(null));
  afterAll(() => sendgrid.close());

  test.each(['smtp', 'sendgrid'] as const)(
    'delivers a digest through %s, with its one-click unsubscription',
    async (transport) => {
      const mail = await digestTo(`${transport}-${unique()}@example.com`);
      const outcome = await (await mailerOf(transport)).send(mail);
      expect(outcome).toMatchObject({ kind: 'accepted' });
      const arrived = await firstMailTo(mail.to);
      expect(arrived.subject).toBe('OpenAI in Small Bets: Ängström & “ledgers”');
      expect(arrived.text).toContain('We ask *OpenAI* 🎧.');
      expect(arrived.html).toContain('Ängström &amp; “ledgers”');
      expect(arrived.headers).toMatchObject({
        'list-unsubscribe': mail.headers['List-Unsubscribe'],
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        'auto-submitted': 'auto-generated',
        'message-id': mail.headers['Message-ID'],
        'list-id': mail.headers['List-Id'],
        'feedback-id': mail.headers['Feedback-ID'],
      });
      expect(sendgrid.wrong).toEqual([]);
      expect(await mailsTo(mail.to)).toHaveLength(1);
    },
  );

  test('distinguishes a refused digest from one to retry', async () => {
    const mail = await digestTo('ada@example.com');
    const mailer = await mailerOf('sendgrid');
    const outcomes = [];
    for (const status of [400, 500]) {
      sendgrid.answerWith((_request, response) => void response.writeHead(status).end());
      outcomes.push((await mailer.send(mail)).kind);
    }
    expect(outcomes).toEqual(['refused', 'unavailable']);
    expect(sendgrid.to('ada@example.com')).toHaveLength(2);
  });
});

describe('the local inbox', () => {
  test('receives the verification link, which verifies the address', async () => {
    const ada = await signUp();
    await askForVerification(ada);
    const { subject, text } = await firstMailTo(ada.email);
    expect(subject).toBe('Verify your email address');
    expect(await isVerified(ada)).toBe(false);
    expect((await fetch(/http\S+/.exec(text)![0])).ok).toBe(true);
    expect(await isVerified(ada)).toBe(true);
  });
});
