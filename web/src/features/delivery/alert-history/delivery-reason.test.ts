import { expect, test } from 'vitest';
import { deliveryReason } from './delivery-reason.ts';

test.each([
  ['sent', null, ''],
  ['failed', 'outcome-unknown', /cannot tell whether it arrived/],
  ['failed', 'gave-up', /could not be reached/],
  ['failed', 'blocked', /sent it back\. A later email/],
  ['failed', 'dropped', /did not deliver it\. A later email/],
  ['failed', 'bounce', /takes no email/],
  ['failed', 'refused-alone', /refuses this episode and takes others\. It is not sent again/],
  ['failed', 'sendgrid-400', 'The mail service refused it.'],
  ['failed', null, 'The mail service refused it.'],
  ['cancelled', 'no-address', /had no email address/],
  ['cancelled', 'unverified', 'Your address was not verified.'],
  ['cancelled', 'suppressed', /had been stopped/],
  ['cancelled', 'paused', 'You had paused email.'],
  ['cancelled', 'nothing-left', /deleted or paused/],
  ['cancelled', 'something-new', 'It was no longer wanted.'],
] as const)('%s with the code %s', (state, code, expected) => {
  const text = deliveryReason({ state, code });
  if (typeof expected === 'string') expect(text).toBe(expected);
  else expect(text).toMatch(expected);
});

const channel = { id: 'c', kind: 'webhook', name: 'Server' } as const;

test.each([
  ['gone', 'The receiver says that it is gone.'],
  ['refused-alone', 'The receiver refuses this episode and takes others. It is not sent again.'],
  ['status-503', 'The receiver answered with status 503. A later message tells it again.'],
  ['unreachable', 'The receiver could not be reached. A later message tells it again.'],
  ['outcome-unknown', /cannot tell whether it arrived\. A later message/],
  ['gave-up', /for days\. A later message/],
  ['something-new', 'It could not be delivered. A later message tells it again.'],
])('a message to a channel that failed with the code %s', (code, expected) => {
  const text = deliveryReason({ state: 'failed', code, channel });
  if (typeof expected === 'string') expect(text).toBe(expected);
  else expect(text).toMatch(expected);
  expect(deliveryReason({ state: 'sent', code: null, channel })).toBe('');
});
