import { expect, test } from 'vitest';
import { deliveryReason } from './delivery-reason.ts';

test.each([
  ['sent', null, ''],
  ['failed', 'outcome-unknown', /cannot tell whether it arrived/],
  ['failed', 'gave-up', /could not be reached/],
  ['failed', 'blocked', /sent it back\. A later email/],
  ['failed', 'dropped', /did not deliver it\. A later email/],
  ['failed', 'bounce', /takes no email/],
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
