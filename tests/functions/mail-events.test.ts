import { sign } from 'node:crypto';
import { Bytes, Timestamp } from 'firebase/firestore/lite';
import { describe, expect, test } from 'vitest';
import { liftSuppression } from '../../functions/src/delivery/mail/lift-suppression.ts';
import { noteSuppressions } from '../../functions/src/delivery/mail/note-suppressions.ts';
import { takesMail } from '../../functions/src/delivery/mail/takes-mail.ts';
import {
  readSuppression,
  suppressionPath,
} from '../../functions/src/delivery/mail/suppressions.ts';
import { type Person, removeAccount, signUp, verifyEmail } from '../support/account.ts';
import { mailEventsPrivateKey, siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';
import { unique } from '../support/unique.ts';

const documents = useDocuments();

interface Report {
  events: unknown;
  signedAgoMs?: number;
  key?: string;
  changed?: string;
}

function report({ events, signedAgoMs = 0, key, changed = '' }: Report): Promise<Response> {
  const body = JSON.stringify(events);
  const timestamp = String(Math.floor((Date.now() - signedAgoMs) / 1000));
  const signature = sign('sha256', Buffer.from(timestamp + body), key ?? mailEventsPrivateKey());
  return fetch(`${siteUrl()}/api/mail-events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-signature': signature.toString('base64'),
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
    body: body + changed,
  });
}

function event(person: Person, fields: object = {}) {
  return {
    event: 'bounce',
    type: 'bounce',
    email: person.email,
    timestamp: Math.floor(Date.now() / 1000),
    sg_event_id: `event-${unique()}`,
    digestId: `${person.uid}_20261121T080000000Z`,
    uid: person.uid,
    ...fields,
  };
}

async function mailedPerson(): Promise<Person> {
  const person = await signUp();
  await documents.seed({
    [`digests/${person.uid}_20261121T080000000Z`]: { uid: person.uid, state: 'sent' },
    [`users/${person.uid}`]: { cadence: 'weekly', hour: 9 },
  });
  return person;
}

const NOW = Timestamp.now();
const NO_BYTES = Bytes.fromUint8Array(new Uint8Array());

function digestOf({ uid }: Person, fields: object) {
  const section = { alertId: 'a', keyword: 'openai', episodes: [], moreCount: 1 };
  return {
    uid,
    cadence: 'weekly',
    slot: NOW,
    attempt: 1,
    takeovers: 0,
    createdAt: NOW,
    leaseUntil: null,
    notBefore: null,
    code: null,
    messageId: null,
    finishedAt: null,
    sections: [{ ...section, episodeIds: NO_BYTES, keys: Bytes.fromUint8Array(new Uint8Array(8)) }],
    ...fields,
  };
}

function sentLogOf(digestId: string) {
  const last = { digestId, atMs: NOW.toMillis() };
  return { sent: {}, digests: {}, forgottenUntilMs: 0, last, failed: null };
}

async function noted({ uid }: Person): Promise<unknown> {
  return (await documents.read(`users/${uid}`))?.['suppression'];
}

describe('an event about a digest', () => {
  test.each([
    ['bounce', { event: 'bounce', type: 'bounce' }],
    ['dropped', { event: 'dropped', reason: 'Bounced Address' }],
    ['spamreport', { event: 'spamreport' }],
    ['unsubscribe', { event: 'group_unsubscribe' }],
  ])('stops email to the address and notifies its owner: %s', async (reason, fields) => {
    const ada = await mailedPerson();
    const spelled = ada.email.replace('person', 'Person');
    expect((await report({ events: [event(ada, { ...fields, email: spelled })] })).status).toBe(
      200,
    );
    expect(await readSuppression(ada.email)).toBe(reason);
    expect(await noted(ada)).toMatchObject({ reason });
    expect(await documents.read(`users/${ada.uid}`)).toMatchObject({ cadence: 'weekly', hour: 9 });
  });

  test('ignores success, delays and events about other mail', async () => {
    const ada = await mailedPerson();
    const others = [
      event(ada, { event: 'delivered' }),
      event(ada, { event: 'deferred' }),
      event(ada, { type: 'blocked' }),
      event(ada, { digestId: undefined, uid: undefined }),
    ];
    expect((await report({ events: others })).status).toBe(200);
    expect(await readSuppression(ada.email)).toBeNull();
    expect(await noted(ada)).toBeUndefined();
  });

  test('records a mail that came back and sends its episodes again', async () => {
    const ada = await mailedPerson();
    const id = `${ada.uid}_20261121T080000000Z`;
    await documents.seed({
      [`digests/${id}`]: digestOf(ada, { state: 'sent', messageId: 'm' }),
      [`users/${ada.uid}/ledger/sent`]: sentLogOf(id),
    });
    const odd = { ...event(ada), digestId: '__odd__', timestamp: -1 };
    const blocked = event(ada, { type: 'blocked' });
    for (let times = 0; times < 2; times += 1) {
      expect((await report({ events: [odd, blocked] })).status).toBe(200);
    }
    expect(await readSuppression(ada.email)).toBeNull();
    expect(await documents.read(`digests/${id}`)).toMatchObject({
      state: 'failed',
      code: 'blocked',
    });
    expect(await documents.read(`users/${ada.uid}/deliveries/${id}`)).toMatchObject({
      state: 'failed',
      code: 'blocked',
    });
    expect(await documents.read(`users/${ada.uid}/ledger/sent`)).toMatchObject({
      failed: { digestId: id, inRow: 1 },
    });
    const person = await documents.read(`users/${ada.uid}`);
    expect(person).toMatchObject({ cadence: 'weekly' });
    expect((person?.['retryAt'] as Timestamp).toMillis()).toBeGreaterThan(Date.now());
  });

  test('settles a digest whose outcome was unknown', async () => {
    const ada = await mailedPerson();
    const path = `digests/${ada.uid}_20261121T080000000Z`;
    await documents.seed({ [path]: digestOf(ada, { state: 'queued', takeovers: 1 }) });
    expect((await report({ events: [event(ada, { event: 'delivered' })] })).status).toBe(200);
    expect(await documents.read(path)).toMatchObject({ state: 'sent', code: null });
  });

  test('counts once, however often it is sent', async () => {
    const ada = await mailedPerson();
    const bounce = event(ada);
    expect((await report({ events: [bounce, bounce] })).status).toBe(200);
    // The repeated event must not suppress the address again.
    await documents.seed({ [`users/${ada.uid}`]: { cadence: 'daily' } });
    expect((await report({ events: [bounce] })).status).toBe(200);
    expect(await noted(ada)).toBeUndefined();
  });

  test('accepts 2 600 events at once, the most that SendGrid sends', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => mailedPerson()));
    const list = Array.from({ length: 2600 }, (_, place) => {
      const person = people[place % people.length]!;
      const digestId = `${person.uid}_20261121T080000000Z`;
      return event(person, {
        digestId,
        email: place < 100 ? person.email : `old-${place}@example.com`,
      });
    });
    expect(JSON.stringify(list).length).toBeLessThan(768_000);
    expect((await report({ events: list })).status).toBe(200);
    for (const person of people) expect(await noted(person)).toMatchObject({ reason: 'bounce' });
    expect(await readSuppression('old-2599@example.com')).toBe('bounce');
  }, 60_000);

  test('ignores an event about another person’s digest', async () => {
    const [ada, eve] = [await mailedPerson(), await mailedPerson()];
    const forged = event(ada, { digestId: `${eve.uid}_20261121T080000000Z` });
    expect((await report({ events: [forged] })).status).toBe(200);
    expect(await readSuppression(ada.email)).toBeNull();
    expect(await noted(ada)).toBeUndefined();
  });

  test('suppresses only the address if its owner has another one now', async () => {
    const ada = await mailedPerson();
    expect((await report({ events: [event(ada, { email: 'old@example.com' })] })).status).toBe(200);
    expect(await readSuppression('old@example.com')).toBe('bounce');
    expect(await noted(ada)).toBeUndefined();
  });

  test('creates no document of a deleted person', async () => {
    const ada = await signUp();
    await removeAccount(ada);
    expect((await report({ events: [event(ada)] })).status).toBe(200);
    expect(await readSuppression(ada.email)).toBe('bounce');
    expect(await documents.read(`users/${ada.uid}`)).toBeNull();
  });
});

describe('an invalid report', () => {
  test('refuses a body that was changed after signing', async () => {
    const ada = await mailedPerson();
    expect((await report({ events: [event(ada)], changed: ' ' })).status).toBe(400);
    expect(await readSuppression(ada.email)).toBeNull();
  });

  test('refuses a signature older than 25 hours', async () => {
    const ada = await mailedPerson();
    const hourMs = 3_600_000;
    expect((await report({ events: [event(ada)], signedAgoMs: 26 * hourMs })).status).toBe(400);
    expect(await readSuppression(ada.email)).toBeNull();
    expect((await report({ events: [event(ada)], signedAgoMs: 24 * hourMs })).status).toBe(200);
  });

  test('refuses a report that is unsigned, not an array or not sent by POST', async () => {
    const address = `${siteUrl()}/api/mail-events`;
    expect((await fetch(address, { method: 'POST', body: '[]' })).status).toBe(400);
    expect((await fetch(address)).status).toBe(405);
    expect((await report({ events: {} })).status).toBe(400);
  });

  test('refuses a body of more than a megabyte', async () => {
    expect((await report({ events: ['x'.repeat(1_000_000)] })).status).toBe(413);
  });
});

describe('a suppressed address', () => {
  test.each([
    ['bounce', { event: 'bounce' }, false],
    ['unsubscribe', { event: 'unsubscribe' }, true],
  ] as const)(
    'gets email again once the suppression is lifted (%s), and its owner is notified',
    async (reason, fields, forgetsMeanwhile) => {
      const ada = await mailedPerson();
      expect((await report({ events: [event(ada, fields)] })).status).toBe(200);
      expect(await liftSuppression(ada.email.toUpperCase())).toBe(reason);
      expect(await readSuppression(ada.email)).toBeNull();
      const person = await documents.read(`users/${ada.uid}`);
      expect(person).toMatchObject({ cadence: 'weekly', hour: 9 });
      expect(person).not.toHaveProperty('suppression');
      expect('resumedAt' in person!).toBe(forgetsMeanwhile);
      expect(await liftSuppression(ada.email)).toBeNull();
    },
  );

  test('shows a new account the suppression of its address until it is lifted', async () => {
    const [ada, bob] = [await mailedPerson(), await mailedPerson()];
    for (const person of [ada, bob]) await verifyEmail(person);
    const suppression = { reason: 'bounce', at: Timestamp.now() };
    await documents.seed({ [suppressionPath(ada.email)]: suppression });
    await noteSuppressions([ada.uid, bob.uid, 'nobody']);
    expect(await documents.read(`users/${ada.uid}`)).toMatchObject({ suppression, hour: 9 });
    expect(await documents.read(`users/${bob.uid}`)).not.toHaveProperty('suppression');
    expect(await takesMail([ada.uid, bob.uid, 'nobody'])).toEqual(new Set([bob.uid]));
    await documents.remove(suppressionPath(ada.email));
    await noteSuppressions([ada.uid]);
    expect(await documents.read(`users/${ada.uid}`)).not.toHaveProperty('suppression');
  });

  test('can be lifted although its account is gone', async () => {
    const ada = await mailedPerson();
    expect((await report({ events: [event(ada)] })).status).toBe(200);
    await removeAccount(ada);
    expect(await liftSuppression(ada.email)).toBe('bounce');
    expect(await readSuppression(ada.email)).toBeNull();
  });
});
