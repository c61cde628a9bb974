import { expect, test } from 'vitest';
import { digestsText } from './digests.ts';

test('explains a run without digests', () => {
  expect(digestsText([])).toMatch(/^Nothing to mail: /);
});

test('counts mails and messages by outcome, with the reason', () => {
  const mail = { isMessage: false };
  expect(
    digestsText([
      { ...mail, state: 'sent', code: null },
      { ...mail, state: 'sent', code: null },
      { ...mail, state: 'cancelled', code: 'unverified' },
      { ...mail, state: 'failed', code: 'smtp-550' },
      { ...mail, state: 'queued', code: 'smtp-ECONNREFUSED' },
      { ...mail, state: 'sending', code: null },
      { isMessage: true, state: 'sent', code: null },
    ]),
  ).toBe(
    [
      '2 mails sent',
      '1 mail not sent: the address is not verified: the link is in the inbox',
      '1 mail not sent: smtp-550',
      '1 mail still on the way: smtp-ECONNREFUSED',
      '1 mail still on the way',
      '1 message sent',
    ].join('\n'),
  );
});
