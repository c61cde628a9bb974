import { expect, test } from 'vitest';
import { digestsText } from './digests.ts';

test('a run that made nothing says why that may be', () => {
  expect(digestsText([])).toMatch(/^Nothing to mail: /);
});

test('mails are counted by what became of them, with a way to mend it', () => {
  expect(
    digestsText([
      { id: 'a', state: 'sent', code: null },
      { id: 'b', state: 'sent', code: null },
      { id: 'c', state: 'cancelled', code: 'unverified' },
      { id: 'd', state: 'failed', code: 'smtp-550' },
      { id: 'e', state: 'queued', code: 'smtp-ECONNREFUSED' },
      { id: 'f', state: 'sending', code: null },
    ]),
  ).toBe(
    [
      '2 mails sent',
      '1 mail not sent: the address is not verified: the link is in the inbox',
      '1 mail not sent: smtp-550',
      '1 mail still on the way: smtp-ECONNREFUSED',
      '1 mail still on the way',
    ].join('\n'),
  );
});
