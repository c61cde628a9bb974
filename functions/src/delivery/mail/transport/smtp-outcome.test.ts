import { expect, test } from 'vitest';
import { type SmtpFailure, smtpNeedsOperator, smtpOutcome } from './smtp-outcome.ts';

const refused = (command: string | undefined, responseCode: number): SmtpFailure => ({
  code: 'EENVELOPE',
  command,
  responseCode,
  permanent: responseCode >= 500,
});

test.each<[string, SmtpFailure]>([
  ['a password that is wrong', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }],
  ['a server that wants a login, and there is none', { code: 'ENOAUTH' }],
  ['a server whose name nobody knows', { code: 'EDNS' }],
  ['a server without the encryption that is asked for', { code: 'ETLS' }],
  ['settings that make no sense', { code: 'ECONFIG' }],
  ['a server that takes no mail of ours', refused('CONN', 554)],
  ['a sender that is not allowed', refused('MAIL FROM', 550)],
  ['a refusal of nobody knows what', refused(undefined, 550)],
])('%s is for the operator to resolve, and costs no mail', (_name, failure) => {
  expect(smtpNeedsOperator(failure)).toBe(true);
  expect(smtpOutcome(failure, { ended: false })).toMatchObject({ kind: 'unavailable' });
});

test.each<[string, SmtpFailure]>([
  ['a recipient refused for good', refused('RCPT TO', 550)],
  ['a recipient refused for now', refused('RCPT TO', 450)],
  ['a message refused for good', refused('DATA', 554)],
  ['a sender refused for now', refused('MAIL FROM', 451)],
  ['a server that is busy', refused('CONN', 421)],
  ['nobody listening', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }],
  ['silence', { code: 'timeout' }],
  ['a failure that says nothing about itself', {}],
])('%s is nothing that the operator could resolve', (_name, failure) => {
  expect(smtpNeedsOperator(failure)).toBe(false);
});

test.each<[string, string, SmtpFailure]>([
  ['refused', 'a message that is spam', refused('DATA', 554)],
  ['refused', 'a message that is too large', refused('DATA', 552)],
  ['refused', 'a size that is too large', refused('MAIL FROM', 552)],
  ['rejected', 'a recipient that is unknown', refused('RCPT TO', 550)],
  ['rejected', 'a full mailbox', refused('RCPT TO', 552)],
  ['unavailable', 'a message refused for now', refused('DATA', 451)],
])('%s: %s', (kind, _name, failure) => {
  expect(smtpOutcome(failure, { ended: false }).kind).toBe(kind);
  expect(smtpNeedsOperator(failure)).toBe(false);
});

test('a failure that says nothing about itself has a reason all the same', () => {
  const reason = 'smtp-unknown';
  expect(smtpOutcome({}, { ended: false })).toEqual({
    kind: 'unavailable',
    retryAfterMs: null,
    reason,
  });
  expect(smtpOutcome({}, { ended: true })).toEqual({ kind: 'unknown', reason });
});
