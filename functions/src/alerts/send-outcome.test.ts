import { expect, test } from 'vitest';
import { digestOutcome } from './send-outcome.ts';

const unavailable = (reason: string) =>
  ({ kind: 'unavailable', reason, retryAfterMs: null }) as const;

test('a mail that was taken is sent, one that was refused has failed', () => {
  expect(digestOutcome({ kind: 'accepted', messageId: 'm' })).toEqual({
    kind: 'accepted',
    messageId: 'm',
  });
  expect(digestOutcome({ kind: 'rejected', reason: 'sendgrid-400' })).toEqual({
    kind: 'rejected',
    code: 'sendgrid-400',
  });
});

test.each(['sendgrid-429', 'sendgrid-503', 'sendgrid-ECONNREFUSED', 'smtp-421', 'smtp-EAUTH'])(
  'after %s the mail has surely not gone out, and is sent again',
  (reason) => {
    expect(digestOutcome(unavailable(reason))).toEqual({ kind: 'unavailable', code: reason });
  },
);

test.each([
  'sendgrid-timeout',
  'sendgrid-unanswered',
  'sendgrid-ECONNRESET',
  'smtp-timeout',
  'smtp-ECONNECTION',
  'smtp-ETIMEDOUT',
])('after %s nobody knows whether the mail has gone out', (reason) => {
  expect(digestOutcome(unavailable(reason))).toBeNull();
});
