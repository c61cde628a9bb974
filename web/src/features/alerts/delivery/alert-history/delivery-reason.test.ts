import { expect, test } from 'vitest';
import { deliveryReason } from './delivery-reason.ts';

test.each([
  ['sent', null, ''],
  ['failed', 'outcome-unknown', /do not know whether this email arrived/],
  ['failed', 'gave-up', /could not be reached/],
  ['failed', 'blocked', /sent this email back\. Its episodes will be in the next one/],
  ['failed', 'dropped', /did not deliver this email\. Its episodes will be in the next one/],
  ['failed', 'bounce', /does not accept email/],
  ['failed', 'refused-alone', /rejected the content of this email/],
  ['failed', 'sendgrid-400', 'The mail service refused it.'],
  ['failed', null, 'The mail service refused it.'],
  ['cancelled', 'no-address', /had no email address/],
  ['cancelled', 'unverified', 'Your address was not verified.'],
  ['cancelled', 'suppressed', /was off/],
  ['cancelled', 'paused', 'You had paused email.'],
  ['cancelled', 'nothing-left', /deleted or paused/],
  ['cancelled', 'something-new', 'Cancelled: you deleted, paused or changed the alert.'],
] as const)('explains %s with the code %s', (state, code, expected) => {
  const text = deliveryReason({ state, code });
  if (typeof expected === 'string') expect(text).toBe(expected);
  else expect(text).toMatch(expected);
});

const channel = { id: 'c', kind: 'webhook', name: 'Server' } as const;

test.each([
  ['gone', 'The service says that this address no longer exists.'],
  ['refused-alone', 'The service rejected the content of this message, so it was not sent.'],
  ['status-503', 'The service answered with error 503. It will be in the next message.'],
  ['unreachable', 'The service could not be reached. It will be in the next message.'],
  ['outcome-unknown', /do not know whether the message arrived\. It will be in the next message/],
  ['gave-up', /for days\. It will be in the next message/],
  ['something-new', 'It could not be delivered. It will be in the next message.'],
])('explains a failed channel message with the code %s', (code, expected) => {
  const text = deliveryReason({ state: 'failed', code, channel });
  if (typeof expected === 'string') expect(text).toBe(expected);
  else expect(text).toMatch(expected);
  expect(deliveryReason({ state: 'sent', code: null, channel })).toBe('');
});
