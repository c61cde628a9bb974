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

test('a bounce suppresses the address, a block does not, and both return the mail', () => {
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

test('suppresses no address when a server blocks our network', () => {
  const events = new URL('fixtures/blocked-events.json', import.meta.url);
  const read = readSendgridEvents(readFileSync(events));
  expect(read?.suppressing).toMatchObject([{ id: 'e2', email: 'bo@mail.example' }]);
  expect(read?.reports).toEqual([
    { digestId: 'd1', uid: 'u1', report: { kind: 'returned', reason: 'blocked' } },
    { digestId: 'd2', uid: 'u2', report: { kind: 'returned', reason: 'bounce' } },
  ]);
});

test.each(['blocked', 'Blocked', 'expired', 'new-type'])(
  'suppresses no address for a bounce of the type %s, and returns the mail',
  (type) => {
    const { digestId, uid } = ours;
    expect(read({ ...ours, event: 'bounce', type })).toEqual({
      suppressing: [],
      reports: [{ digestId, uid, report: { kind: 'returned', reason: 'blocked' } }],
    });
  },
);

test.each(['bounce', 'Bounce', undefined])(
  'suppresses the address for a bounce of the type %s',
  (type) => {
    const { reports, suppressing } = read({ ...ours, event: 'bounce', type }) ?? {};
    expect(suppressing).toHaveLength(1);
    expect(reports).toMatchObject([{ report: { reason: 'bounce' } }]);
  },
);

test.each([
  ['spamreport', 'spamreport'],
  ['unsubscribe', 'unsubscribe'],
  ['group_unsubscribe', 'unsubscribe'],
])('%s suppresses the address', (event, reason) => {
  expect(read({ ...ours, event })).toMatchObject({ suppressing: [{ reason }], reports: [] });
});

test.each([
  ['Bounced Address', 1],
  ['Unsubscribed Address', 1],
  ['Spam Reporting Address', 1],
  ['Invalid', 1],
  ['Recipient List over Package Quota', 0],
  ['Spam Content (if Spam Checker app is enabled)', 0],
])('a mail dropped because of “%s” suppresses %i address', (reason, count) => {
  const dropped = read({ ...ours, event: 'dropped', reason });
  expect(dropped?.suppressing).toHaveLength(count);
  expect(dropped?.reports).toMatchObject([{ report: { kind: 'returned', reason: 'dropped' } }]);
});

test.each(['processed', 'delivered'])('%s reports the mail as accepted', (event) => {
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

test('skips mails of other senders in the same SendGrid account', () => {
  const bounce = { ...ours, event: 'bounce' };
  expect(read({ ...bounce, digestId: undefined, uid: undefined }, bounce)?.reports).toHaveLength(1);
});

test.each([
  ['a slash in an id', { uid: 'ada/alerts/one' }],
  ['the id “..”', { digestId: '..' }],
  ['an id reserved by Firestore', { digestId: '__digest__' }],
  ['half a surrogate pair', { uid: 'ada\ud800' }],
  ['a long id', { uid: 'é'.repeat(1000) }],
  ['a date before the first timestamp', { timestamp: -99_999_999_999_999 }],
  ['a date after the last timestamp', { timestamp: 9_007_199_254_740_991 }],
  ['a fractional date', { timestamp: 1.5 }],
  ['another type', null],
])('skips only the event with %s', (_name, odd) => {
  const bounce = { ...ours, event: 'bounce' };
  const events = read(bounce, odd === null ? 'odd' : { ...bounce, ...odd }, bounce);
  expect(events?.suppressing).toHaveLength(2);
  expect(events?.reports).toHaveLength(2);
});

test.each(['', '{}', '{"event":"bounce"}', '[', 'null'])(
  'rejects %j as a list of events',
  (body) => {
    expect(readSendgridEvents(Buffer.from(body))).toBeNull();
  },
);
