import { expect, test } from 'vitest';
import { readMailEvents } from './read-mail-events.ts';

const ours = {
  email: 'ada@example.com',
  timestamp: 1_790_000_000,
  sg_event_id: 'event-1',
  sg_message_id: 'message-1',
  digestId: 'digest-1',
  uid: 'ada',
};

function read(...events: object[]) {
  return readMailEvents(Buffer.from(JSON.stringify(events)));
}

test('a bounce is about the address, a block is not', () => {
  expect(read({ ...ours, event: 'bounce', type: 'bounce', status: '5.1.1' })).toEqual([
    {
      id: 'event-1',
      email: 'ada@example.com',
      reason: 'bounce',
      atMs: 1_790_000_000_000,
      digestId: 'digest-1',
      uid: 'ada',
    },
  ]);
  expect(read({ ...ours, event: 'bounce', type: 'blocked', status: '4.7.1' })).toEqual([]);
});

test.each([
  ['spamreport', 'spamreport'],
  ['unsubscribe', 'unsubscribe'],
  ['group_unsubscribe', 'unsubscribe'],
])('%s ends mail to the address', (event, reason) => {
  expect(read({ ...ours, event })).toMatchObject([{ reason }]);
});

test.each([
  ['Bounced Address', 1],
  ['Unsubscribed Address', 1],
  ['Spam Reporting Address', 1],
  ['Invalid', 1],
  ['Recipient List over Package Quota', 0],
  ['Spam Content (if Spam Checker app is enabled)', 0],
])('dropped because of “%s” suppresses %i address', (reason, count) => {
  expect(read({ ...ours, event: 'dropped', reason })).toHaveLength(count);
});

test.each(['processed', 'delivered', 'deferred', 'open', 'click', 'group_resubscribe', 'new-one'])(
  '%s changes nothing',
  (event) => {
    expect(read({ ...ours, event })).toEqual([]);
  },
);

test('mails of others that share the SendGrid account are passed over', () => {
  const bounce = { ...ours, event: 'bounce' };
  expect(read({ ...bounce, digestId: undefined, uid: undefined }, bounce)).toHaveLength(1);
  expect(read({ ...bounce, uid: 'ada/alerts/one' }, { ...bounce, digestId: '..' })).toEqual([]);
});

test.each(['', '{}', '{"event":"bounce"}', '[', 'null'])('%j is no list of events', (body) => {
  expect(readMailEvents(Buffer.from(body))).toBeNull();
});
