import { sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSuppression } from '../../functions/src/mail-events/suppressions.ts';
import { type Person, removeAccount, signUp } from '../support/account.ts';
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

/** An event about a digest of the person's, with an id of its own. */
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

async function noted({ uid }: Person): Promise<unknown> {
  return (await documents.read(`users/${uid}`))?.['suppression'];
}

describe('what SendGrid reports about a digest', () => {
  test.each([
    ['bounce', { event: 'bounce', type: 'bounce' }],
    ['dropped', { event: 'dropped', reason: 'Bounced Address' }],
    ['spamreport', { event: 'spamreport' }],
    ['unsubscribe', { event: 'group_unsubscribe' }],
  ])('stops mail to the address and tells its owner: %s', async (reason, fields) => {
    const ada = await mailedPerson();
    const spelled = ada.email.replace('person', 'Person');
    expect((await report({ events: [event(ada, { ...fields, email: spelled })] })).status).toBe(
      200,
    );
    expect(await readSuppression(ada.email)).toBe(reason);
    expect(await noted(ada)).toMatchObject({ reason });
    expect(await documents.read(`users/${ada.uid}`)).toMatchObject({ cadence: 'weekly', hour: 9 });
  });

  test('changes nothing where it tells of success, of a delay or of somebody else’s mail', async () => {
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

  test('counts once, however often it comes', async () => {
    const ada = await mailedPerson();
    const bounce = event(ada);
    expect((await report({ events: [bounce, bounce] })).status).toBe(200);
    // An address that works again by now stays so.
    await documents.seed({ [`users/${ada.uid}`]: { cadence: 'daily' } });
    expect((await report({ events: [bounce] })).status).toBe(200);
    expect(await noted(ada)).toBeUndefined();
  });

  test('may come 2 600 at once, as much as SendGrid sends', async () => {
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

  test('is not believed about a person whose digest it is not', async () => {
    const [ada, eve] = [await mailedPerson(), await mailedPerson()];
    const forged = event(ada, { digestId: `${eve.uid}_20261121T080000000Z` });
    expect((await report({ events: [forged] })).status).toBe(200);
    expect(await readSuppression(ada.email)).toBeNull();
    expect(await noted(ada)).toBeUndefined();
  });

  test('concerns the address alone when its owner has another one by now', async () => {
    const ada = await mailedPerson();
    expect((await report({ events: [event(ada, { email: 'old@example.com' })] })).status).toBe(200);
    expect(await readSuppression('old@example.com')).toBe('bounce');
    expect(await noted(ada)).toBeUndefined();
  });

  test('brings no document back of a person who is gone', async () => {
    const ada = await signUp();
    await removeAccount(ada);
    expect((await report({ events: [event(ada)] })).status).toBe(200);
    expect(await readSuppression(ada.email)).toBe('bounce');
    expect(await documents.read(`users/${ada.uid}`)).toBeNull();
  });
});

describe('the webhook refuses', () => {
  test('what is changed after it was signed', async () => {
    const ada = await mailedPerson();
    expect((await report({ events: [event(ada)], changed: ' ' })).status).toBe(400);
    expect(await readSuppression(ada.email)).toBeNull();
  });

  test('what was signed more than 25 hours ago', async () => {
    const ada = await mailedPerson();
    const hourMs = 3_600_000;
    expect((await report({ events: [event(ada)], signedAgoMs: 26 * hourMs })).status).toBe(400);
    expect(await readSuppression(ada.email)).toBeNull();
    expect((await report({ events: [event(ada)], signedAgoMs: 24 * hourMs })).status).toBe(200);
  });

  test('what is not signed, is no list, or is not posted', async () => {
    const address = `${siteUrl()}/api/mail-events`;
    expect((await fetch(address, { method: 'POST', body: '[]' })).status).toBe(400);
    expect((await fetch(address)).status).toBe(405);
    expect((await report({ events: {} })).status).toBe(400);
  });

  test('more than a megabyte', async () => {
    expect((await report({ events: ['x'.repeat(1_000_000)] })).status).toBe(413);
  });
});
