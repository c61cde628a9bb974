import { Timestamp } from 'firebase/firestore/lite';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import { type LinkGrant, signLink } from '../../functions/src/delivery/links/link-token.ts';
import { saidOf } from '../../functions/src/delivery/links/said-alert.ts';
import { type Person, signUp } from '../support/account.ts';
import { pressLink } from './press-link.ts';
import { siteUrl, unsubscribeKeys } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

// Links in an email that was forwarded weeks ago: anybody who has the email can use them.

const documents = useDocuments();

const createdAt = Timestamp.now();
const alertId = `001-${createdAt.toMillis().toString(36)}`;

async function personWith(preferences: object, alert: object = {}): Promise<Person> {
  const person = await signUp();
  await documents.seed({
    [`users/${person.uid}`]: { hour: 9, updatedAt: Timestamp.now(), ...preferences },
    [`users/${person.uid}/alerts/001`]: { keyword: 'openai', createdAt, ...alert },
  });
  return person;
}

const address = (grant: LinkGrant) =>
  `${siteUrl()}/api/unsubscribe?token=${signLink(grant, unsubscribeKeys())}`;
const press = async (at: string, wish: string) => (await pressLink(at, wish)).text();

const said = saidOf({ keyword: 'openai' });
const LINKS: Record<string, (uid: string) => LinkGrant> = {
  'stop all': (uid) => ({ kind: 'stop-all', uid }),
  pause: (uid) => ({ kind: 'stop-alert', uid, alertId, said }),
  exclude: (uid) => ({ kind: 'exclude', uid, alertId, term: 'ads', said }),
};

const state = async ({ uid }: Person) => [
  await documents.read(`users/${uid}`),
  await documents.read(`users/${uid}/alerts/001`),
];

const AGO = Timestamp.fromMillis(Date.now() - MINUTE_MS);

const OWN_NO: [link: string, preferences: object, alert: object][] = [
  ['stop all', { cadence: 'paused', updatedAt: AGO }, {}],
  // A link had paused all email; afterwards, the person paused it again.
  [
    'stop all',
    {
      cadence: 'paused',
      cadenceBeforePause: 'hourly',
      updatedAt: AGO,
      changedByLink: { at: Timestamp.fromMillis(AGO.toMillis() - 1), before: 'hourly' },
    },
    {},
  ],
  ['pause', { cadence: 'daily' }, { paused: true }],
  [
    'pause',
    { cadence: 'daily' },
    {
      paused: true,
      pausedAt: AGO,
      resumedAt: Timestamp.fromMillis(AGO.toMillis() + 1),
      pausedByLinkAt: AGO,
    },
  ],
  // The person resumed the alert and paused it again. Older sites did not store when the alert was resumed, or stored
  // an earlier time.
  [
    'pause',
    { cadence: 'daily' },
    { paused: true, pausedAt: AGO, pausedByLinkAt: Timestamp.fromMillis(AGO.toMillis() - 1) },
  ],
  [
    'pause',
    { cadence: 'daily' },
    {
      paused: true,
      pausedAt: AGO,
      pausedByLinkAt: Timestamp.fromMillis(AGO.toMillis() - 1),
      resumedAt: Timestamp.fromMillis(AGO.toMillis() - 7 * DAY_MS),
    },
  ],
  ['exclude', { cadence: 'daily' }, { keyword: 'openai -ads', language: 1 }],
  [
    'exclude',
    { cadence: 'daily' },
    { keyword: 'openai -ads', language: 1, excluded: { ads: AGO } },
  ],
];

test.each(OWN_NO)(
  'an old link to %s does not override the person’s choice: %j %j',
  async (...given) => {
    const [link, preferences, alert] = given;
    const ada = await personWith(preferences, alert);
    const before = await state(ada);
    const at = address(LINKS[link]!(ada.uid));
    expect(await (await fetch(at)).text()).not.toContain('value="undo"');
    expect(await press(at, 'undo')).not.toContain('value="undo"');
    expect(await state(ada)).toEqual(before);
  },
);

test.each(Object.keys(LINKS))('undoes its own effect for a day by a link to %s', async (link) => {
  const ada = await personWith({ cadence: 'weekly' });
  const at = address(LINKS[link]!(ada.uid));
  const wish = link === 'exclude' ? 'change' : 'stop';
  await pressLink(at, wish);
  expect(await (await fetch(at)).text()).toContain('value="undo"');
  await pressLink(at, 'undo');
  expect(await state(ada)).toMatchObject([{ cadence: 'weekly' }, { keyword: 'openai' }]);
  expect((await state(ada))[1]?.['paused']).not.toBe(true);

  await pressLink(at, wish);
  const [person, alert] = await state(ada);
  const old = Timestamp.fromMillis(Date.now() - DAY_MS - MINUTE_MS);
  const stopped = {
    ...(link === 'stop all' && { updatedAt: old, changedByLink: { at: old, before: 'weekly' } }),
  };
  await documents.seed({
    [`users/${ada.uid}`]: { ...person, ...stopped },
    [`users/${ada.uid}/alerts/001`]: {
      ...alert,
      ...(link === 'pause' && { pausedAt: old, pausedByLinkAt: old }),
      ...(link === 'exclude' && { excluded: { ads: old }, excludedByLink: { ads: old } }),
    },
  });
  const before = await state(ada);
  expect(await (await fetch(at)).text()).not.toContain('value="undo"');
  await pressLink(at, 'undo');
  expect(await state(ada)).toEqual(before);
});

describe('the cadence', () => {
  const rhythm = (uid: string, to: string, from: string) =>
    address({ kind: 'cadence', uid, to, from });

  test('makes emails rarer by a link, and more frequent only by undo', async () => {
    const ada = await personWith({ cadence: 'weekly' });
    const before = await state(ada);
    for (const [to, from] of [
      ['hourly', 'weekly'],
      ['daily', 'paused'],
    ]) {
      expect(await press(rhythm(ada.uid, to!, from!), 'change')).toContain('no longer works');
    }
    expect(await state(ada)).toEqual(before);
  });

  test('restores only the cadence before that link', async () => {
    const ada = await personWith({ cadence: 'daily' });
    await pressLink(rhythm(ada.uid, 'weekly', 'daily'), 'change');
    await pressLink(rhythm(ada.uid, 'hourly', 'weekly'), 'change');
    expect(await state(ada)).toMatchObject([{ cadence: 'weekly' }, {}]);
    await pressLink(rhythm(ada.uid, 'daily', 'weekly'), 'change');
    expect(await state(ada)).toMatchObject([{ cadence: 'daily' }, {}]);
  });

  test('hides the present cadence from whoever opens an old link', async () => {
    const ada = await personWith({ cadence: 'hourly' });
    expect(await (await fetch(rhythm(ada.uid, 'weekly', 'daily'))).text()).not.toContain(
      'whenever there are new episodes',
    );
  });
});

test('shows what the email said and nothing chosen since', async () => {
  const ada = await personWith({ cadence: 'daily' }, { keyword: 'gardening', language: 1 });
  for (const grant of [LINKS['pause']!(ada.uid), LINKS['exclude']!(ada.uid)]) {
    // Links of older emails do not contain what the email said.
    for (const { said, ...old } of [
      grant as Extract<LinkGrant, { kind: 'stop-alert' | 'exclude' }>,
    ]) {
      expect(said).toBeDefined();
      for (const at of [address(grant), address(old)]) {
        expect(await (await fetch(at)).text()).not.toContain('gardening');
        for (const wish of ['stop', 'change', 'undo']) {
          expect(await press(at, wish)).not.toContain('gardening');
        }
      }
    }
  }
  const bob = await personWith({ cadence: 'daily' }, { keyword: 'gardening', language: 1 });
  const present: LinkGrant = {
    kind: 'stop-alert',
    uid: bob.uid,
    alertId,
    said: saidOf({ keyword: 'gardening', language: 1 }),
  };
  expect(await (await fetch(address(present))).text()).toContain('“gardening”');
});
