import { expect, test } from 'vitest';
import { digestsOf, digestsText } from './digests.ts';

test('a run that made nothing says why that may be', () => {
  expect(digestsText([])).toMatch(/^Nothing to mail: /);
});

test('mails are counted by what became of them, with a way to mend it, and messages to channels beside them', () => {
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

test('what stands in the outbox is read as the functions read it, messages to channels, too', () => {
  const name = 'projects/earshot/databases/(default)/documents/digests';
  const state = { stringValue: 'queued' };
  const channel = {
    mapValue: { fields: { id: { stringValue: 'c1' }, kind: { stringValue: 'webhook' } } },
  };
  const code = { nullValue: null };
  const createdAt = { timestampValue: '1970-01-01T00:00:01Z' };
  expect(
    digestsOf([
      { document: { name: `${name}/ada`, fields: { state, code, createdAt } } },
      {
        document: {
          name: `${name}/ada_c1`,
          fields: { state, code, plannedAt: createdAt, channel },
        },
      },
      { readTime: '2026-11-25T00:00:00Z' },
    ]),
  ).toEqual([
    { id: 'ada', state: 'queued', code: null, createdAtMs: 1000, isMessage: false },
    { id: 'ada_c1', state: 'queued', code: null, createdAtMs: 1000, isMessage: true },
  ]);
});
