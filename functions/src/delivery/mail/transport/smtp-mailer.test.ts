import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { listening } from './fixtures/listening.ts';
import { outgoingMail as mail } from './fixtures/outgoing-mail.ts';
import { selfSigned } from '../../../testing/test-certificate.ts';
import { smtpMailer } from './smtp-mailer.ts';

const ACCEPTS: Record<string, string> = {
  GREETING: '220 ready',
  EHLO: '250-here\r\n250 8BITMIME',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  END: '250 queued',
  QUIT: '221 bye',
};

/** Starts a server that responds to each command. `hang` sends no response; `close` closes the connection. */
async function smtpServer(answers: Record<string, string> = {}) {
  const received: string[] = [];
  const commands: string[] = [];
  let cutOffAfter = Infinity;
  const server = createServer((socket) => {
    let data: string | null = null;
    const say = (command: string) => {
      const answer = { ...ACCEPTS, ...answers }[command] ?? '500 unknown';
      if (answer === 'close') socket.destroy();
      else if (answer !== 'hang') socket.write(`${answer}\r\n`);
      if (command === 'DATA' && answer.startsWith('354')) data = '';
    };
    say('GREETING');
    let pending = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      pending += chunk;
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        if (data === null) {
          const command = line.split(' ', 1)[0]!.toUpperCase();
          commands.push(command);
          say(command);
        } else if (line === '.') {
          received.push(data);
          data = null;
          say('END');
        } else {
          data += `${line}\n`;
          if (data.length > cutOffAfter) socket.resetAndDestroy();
        }
      }
    });
  });
  return {
    received,
    commands,
    url: `smtp://127.0.0.1:${await listening(server)}`,
    /** Closes the connection after this many characters of a message. */
    cutOffAfter(characters: number) {
      cutOffAfter = characters;
    },
  };
}

const from = { name: 'Earshot', address: 'alerts@earshot.example' };

async function sendTo(answers: Record<string, string>, timeoutMs = 5000) {
  const { url, received } = await smtpServer(answers);
  const outcome = await smtpMailer({ url, password: '', from, timeoutMs }).send(mail);
  return { outcome, received };
}

test('delivers a mail with both parts, its headers and the id derived from the digest', async () => {
  const { outcome, received } = await sendTo({});
  expect(outcome).toEqual({ kind: 'accepted', messageId: mail.headers['Message-ID'] });
  expect(received).toHaveLength(1);
  const message = received[0]!;
  expect(message).toContain('From: Earshot <alerts@earshot.example>');
  expect(message).toContain('To: ada@example.com');
  expect(message.match(/^Message-ID: .*$/gim)).toEqual([
    `Message-ID: ${mail.headers['Message-ID']!}`,
  ]);
  expect(message).not.toContain('digest-1');
  expect(message).toMatch(/^List-Id: Earshot alerts <alerts\.earshot\.example>$/im);
  expect(message).toMatch(/^Feedback-ID: daily:digest:alerts:earshotexample$/im);
  expect(message.replaceAll('\n ', ' ')).toContain(
    'List-Unsubscribe: <https://earshot.example/api/unsubscribe?token=u1.a.b>',
  );
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(message).toContain('Auto-Submitted: auto-generated');
  expect(message.indexOf('text/plain')).toBeLessThan(message.indexOf('text/html'));
});

const unavailable = (reason: string) => ({ kind: 'unavailable', retryAfterMs: null, reason });

test.each([
  [
    'a recipient refused permanently',
    { RCPT: '550 no such user' },
    { kind: 'rejected', reason: 'smtp-550' },
  ],
  ['a recipient refused temporarily', { RCPT: '450 try later' }, unavailable('smtp-450')],
  ['a message refused permanently', { END: '554 spam' }, { kind: 'refused', reason: 'smtp-554' }],
  ['a message refused for its size', { MAIL: '552 big' }, { kind: 'refused', reason: 'smtp-552' }],
  ['a message refused temporarily', { END: '451 try later' }, unavailable('smtp-451')],
  ['a server that refuses mail', { GREETING: '554 go away' }, unavailable('smtp-554')],
  ['a forbidden sender', { MAIL: '530 log in first' }, unavailable('smtp-530')],
  [
    'a connection closed after the message',
    { END: 'close' },
    { kind: 'unknown', reason: 'smtp-ECONNECTION' },
  ],
  ['a connection closed at once', { GREETING: 'close' }, unavailable('smtp-ECONNECTION')],
  ['a connection closed before the sender', { MAIL: 'close' }, unavailable('smtp-ECONNECTION')],
  ['a connection closed before the recipient', { RCPT: 'close' }, unavailable('smtp-ECONNECTION')],
  ['a connection closed before the message', { DATA: 'close' }, unavailable('smtp-ECONNECTION')],
])('returns the outcome of %s', async (_name, answers, outcome) => {
  expect((await sendTo(answers as Record<string, string>)).outcome).toEqual(outcome);
});

test.each([
  ['GREETING', 'unavailable'],
  ['EHLO', 'unavailable'],
  ['MAIL', 'unavailable'],
  ['RCPT', 'unavailable'],
  ['DATA', 'unavailable'],
  ['END', 'unknown'],
])('times out without an answer to %s: %s', async (at, kind) => {
  const { outcome, received } = await sendTo({ [at]: 'hang' }, 800);
  expect(outcome).toMatchObject({ kind });
  expect(received).toHaveLength(kind === 'unknown' ? 1 : 0);
});

test('reports a message that breaks off as unavailable', async () => {
  const { url, received, cutOffAfter } = await smtpServer();
  cutOffAfter(500_000);
  const long = { ...mail, html: `<p>${'far too long '.repeat(1_000_000)}</p>` };
  const mailer = smtpMailer({ url, password: '', from, timeoutMs: 5000 });
  expect(await mailer.send(long)).toMatchObject({ kind: 'unavailable' });
  expect(received).toEqual([]);
});

test('sends no mail to a server with an untrusted certificate', async () => {
  const server = createTlsServer(selfSigned(), (socket) => socket.on('error', () => undefined));
  const port = await listening(server);
  const url = `smtps://127.0.0.1:${port}`;
  const mailer = smtpMailer({ url, password: '', from, timeoutMs: 5000 });
  expect(await mailer.send(mail)).toEqual(unavailable('smtp-DEPTH_ZERO_SELF_SIGNED_CERT'));
});

/** Replaces the loopback address with another address of this machine. */
const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0');

test.each([
  ['does not offer STARTTLS', {}],
  ['refuses STARTTLS', { EHLO: '250-here\r\n250 STARTTLS', STARTTLS: '454 not now' }],
])('sends neither password nor mail to another host that %s', async (_name, answers) => {
  const { url, received, commands } = await smtpServer(answers);
  const withUser = elsewhere(url).replace('//', '//mailer@');
  const mailer = smtpMailer({ url: withUser, password: 'secret', from, timeoutMs: 5000 });
  expect(await mailer.send(mail)).toMatchObject({ kind: 'unavailable' });
  expect(await mailer.isThere()).toBe(false);
  expect(commands.filter((command) => !['EHLO', 'STARTTLS', 'QUIT'].includes(command))).toEqual([]);
  expect(received).toEqual([]);
});

test('sends no unencrypted mail to another host, even without a password', async () => {
  const { url, received } = await smtpServer();
  const mailer = smtpMailer({ url: elsewhere(url), password: '', from, timeoutMs: 5000 });
  expect(await mailer.send(mail)).toMatchObject({ kind: 'unavailable' });
  expect(received).toEqual([]);
});

test('reports a port without a listener as unavailable', async () => {
  const mailer = smtpMailer({ url: 'smtp://127.0.0.1:1', password: '', from, timeoutMs: 5000 });
  expect(await mailer.send(mail)).toEqual(unavailable('smtp-ECONNREFUSED'));
});

test.each([
  ['greets', {}, true],
  ['is closing', { GREETING: '421 closing' }, false],
  ['hangs up', { GREETING: 'close' }, false],
  ['says nothing', { GREETING: 'hang' }, false],
])('checks if a server that %s is available, without a mail', async (_name, answers, isThere) => {
  const { received, url } = await smtpServer(answers);
  const from = { name: 'Earshot', address: 'alerts@earshot.example' };
  const mailer = smtpMailer({ url, password: '', from, timeoutMs: 300 });
  expect(await mailer.isThere()).toBe(isThere);
  expect(received).toEqual([]);
});
