import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSendgridEvents } from './sendgrid-events.ts';

const ours = {
  email: 'ada@example.com',
  timestamp: 1_790_000_000,
  sg_event_id: 'event-1',
  sg_message_id: 'message-1',
  digestId: 'digest-1',
  uid: 'ada',
};

function read(...events: unknown[]) {
  return readSendgridEvents(Buffer.from(JSON.stringify(events)));
}

test('a bounce is about the address, a block is not; both come back', () => {
  const { digestId, uid } = ours;
  const returned = (reason: string) => [{ digestId, uid, report: { kind: 'returned', reason } }];
  const bounce = read({ ...ours, event: 'bounce', type: 'bounce', status: '5.1.1' });
  expect(bounce?.reports).toEqual(returned('bounce'));
  expect(bounce?.suppressing).toEqual([
    {
      id: 'event-1',
      email: 'ada@example.com',
      reason: 'bounce',
      atMs: 1_790_000_000_000,
      digestId: 'digest-1',
      uid: 'ada',
    },
  ]);
  expect(read({ ...ours, event: 'bounce', type: 'blocked', status: '4.7.1' })).toEqual({
    suppressing: [],
    reports: returned('blocked'),
  });
});

test('suppresses no address that a server refused for our network, and returns both mails', () => {
  const events = new URL('fixtures/blocked-events.json', import.meta.url);
  const read = readSendgridEvents(readFileSync(events));
  expect(read?.suppressing).toMatchObject([{ id: 'e2', email: 'bo@mail.example' }]);
  expect(read?.reports).toEqual([
    { digestId: 'd1', uid: 'u1', report: { kind: 'returned', reason: 'blocked' } },
    { digestId: 'd2', uid: 'u2', report: { kind: 'returned', reason: 'bounce' } },
  ]);
});

test.each([
  ['spamreport', 'spamreport'],
  ['unsubscribe', 'unsubscribe'],
  ['group_unsubscribe', 'unsubscribe'],
])('%s ends mail to the address', (event, reason) => {
  expect(read({ ...ours, event })).toMatchObject({ suppressing: [{ reason }], reports: [] });
});

test.each([
  ['Bounced Address', 1],
  ['Unsubscribed Address', 1],
  ['Spam Reporting Address', 1],
  ['Invalid', 1],
  ['Recipient List over Package Quota', 0],
  ['Spam Content (if Spam Checker app is enabled)', 0],
])('dropped because of “%s” suppresses %i address', (reason, count) => {
  const dropped = read({ ...ours, event: 'dropped', reason });
  expect(dropped?.suppressing).toHaveLength(count);
  expect(dropped?.reports).toMatchObject([{ report: { kind: 'returned', reason: 'dropped' } }]);
});

test.each(['processed', 'delivered'])('%s says that the mail was taken', (event) => {
  const { digestId, uid } = ours;
  expect(read({ ...ours, event })).toEqual({
    suppressing: [],
    reports: [{ digestId, uid, report: { kind: 'taken' } }],
  });
});

test.each(['deferred', 'open', 'click', 'group_resubscribe', 'new-one'])(
  '%s changes nothing',
  (event) => {
    expect(read({ ...ours, event })).toEqual({ suppressing: [], reports: [] });
  },
);

test('mails of others that share the SendGrid account are passed over', () => {
  const bounce = { ...ours, event: 'bounce' };
  expect(read({ ...bounce, digestId: undefined, uid: undefined }, bounce)?.reports).toHaveLength(1);
});

test.each([
  ['a path', { uid: 'ada/alerts/one' }],
  ['a folder above', { digestId: '..' }],
  ['a name that Firestore keeps for itself', { digestId: '__digest__' }],
  ['half a character', { uid: 'ada\ud800' }],
  ['too long a name', { uid: 'é'.repeat(1000) }],
  ['a date before all time', { timestamp: -99_999_999_999_999 }],
  ['a date after it', { timestamp: 9_007_199_254_740_991 }],
  ['a date that is none', { timestamp: 1.5 }],
  ['no object', null],
])('%s costs its own event and no other', (_name, odd) => {
  const bounce = { ...ours, event: 'bounce' };
  const events = read(bounce, odd === null ? 'odd' : { ...bounce, ...odd }, bounce);
  expect(events?.suppressing).toHaveLength(2);
  expect(events?.reports).toHaveLength(2);
});

test.each(['', '{}', '{"event":"bounce"}', '[', 'null'])('%j is no list of events', (body) => {
  expect(readSendgridEvents(Buffer.from(body))).toBeNull();
});
