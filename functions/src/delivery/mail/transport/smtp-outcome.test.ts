import { expect, test } from 'vitest';
import { type SmtpFailure, smtpNeedsOperator, smtpOutcome } from './smtp-outcome.ts';

const refused = (command: string | undefined, responseCode: number): SmtpFailure => ({
  code: 'EENVELOPE',
  command,
  responseCode,
  permanent: responseCode >= 500,
});

test.each<[string, SmtpFailure]>([
  ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }],
  ['a missing login', { code: 'ENOAUTH' }],
  ['an unknown host name', { code: 'EDNS' }],
  ['a server without the required encryption', { code: 'ETLS' }],
  ['invalid settings', { code: 'ECONFIG' }],
  ['a server that refuses our mail', refused('CONN', 554)],
  ['a forbidden sender', refused('MAIL FROM', 550)],
  ['a refusal of an unknown command', refused(undefined, 550)],
])('%s needs the operator and keeps the mail queued', (_name, failure) => {
  expect(smtpNeedsOperator(failure)).toBe(true);
  expect(smtpOutcome(failure, { ended: false })).toMatchObject({ kind: 'unavailable' });
});

test.each<[string, SmtpFailure]>([
  ['a recipient refused permanently', refused('RCPT TO', 550)],
  ['a recipient refused temporarily', refused('RCPT TO', 450)],
  ['a message refused permanently', refused('DATA', 554)],
  ['a sender refused temporarily', refused('MAIL FROM', 451)],
  ['a busy server', refused('CONN', 421)],
  ['a port without a listener', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }],
  ['a timeout', { code: 'timeout' }],
  ['a failure without details', {}],
])('%s does not need the operator', (_name, failure) => {
  expect(smtpNeedsOperator(failure)).toBe(false);
});

test.each<[string, string, SmtpFailure]>([
  ['refused', 'a message taken for spam', refused('DATA', 554)],
  ['refused', 'a large message', refused('DATA', 552)],
  ['refused', 'a size announced before the message', refused('MAIL FROM', 552)],
  ['rejected', 'an unknown recipient', refused('RCPT TO', 550)],
  ['rejected', 'a full mailbox', refused('RCPT TO', 552)],
  ['unavailable', 'a message refused temporarily', refused('DATA', 451)],
])('has the outcome %s for %s', (kind, _name, failure) => {
  expect(smtpOutcome(failure, { ended: false }).kind).toBe(kind);
  expect(smtpNeedsOperator(failure)).toBe(false);
});

test('gives a reason for a failure without details', () => {
  const reason = 'smtp-unknown';
  expect(smtpOutcome({}, { ended: false })).toEqual({
    kind: 'unavailable',
    retryAfterMs: null,
    reason,
  });
  expect(smtpOutcome({}, { ended: true })).toEqual({ kind: 'unknown', reason });
});
