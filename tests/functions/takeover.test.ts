import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { Timestamp } from 'firebase/firestore/lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../functions/src/accounts/api-key-text.ts';
import { newToken } from '../../functions/src/delivery/channels/channel-secrets.ts';
import { accountExportSchema, HOUR_MS } from '../../functions/src/contract/index.ts';
import {
  call,
  disableAccount,
  type Person,
  resetPassword,
  sessionsFrom,
  signedInAgo,
  signedInAt,
  signInAgain,
  signInWithGoogle,
  signUp,
  signUpVerified,
  verifyEmail,
} from '../support/account.ts';
import { callApi, makeKey } from '../support/api.ts';
import { openAlertWorld } from '../support/deployed/alert-world.ts';
import { openReceiver } from '../support/receiver.ts';
import { siteUrl } from '../support/stack.ts';
import { unique } from '../support/unique.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();
let world: Awaited<ReturnType<typeof openAlertWorld>>;

beforeAll(async () => {
  world = await openAlertWorld();
}, 60_000);

afterAll(() => world.close());

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Creates everything that version 1.0 let an account create. */
async function makeAllIn10({ uid }: Person) {
  const receiver = await openReceiver();
  const [key, token, keyword] = [newApiKey(), newToken(), `quokka${unique()}`];
  const keyId = `k${unique()}`.padEnd(20, '0').slice(0, 20);
  const [hook, feed] = ['h', 'f'].map((kind) => `${kind}${unique()}`.padEnd(20, '0').slice(0, 20));
  const showId = hashOf(unique()).slice(0, 20);
  const createdAt = Timestamp.now();
  const person = `users/${uid}`;
  const chosen = { alerts: 'all', sinceMs: Date.now() - HOUR_MS, chosenAtMs: Date.now() };
  const channel = { name: 'Mine', alerts: 'all', state: 'on', createdAt };
  const feedUrl = 'https://shows.example/feed';
  await documents.seed({
    [person]: {
      cadence: 'daily',
      hour: 8,
      weekday: 1,
      timeZone: 'UTC',
      updatedAt: createdAt,
      channels: [
        { id: hook, kind: 'webhook', ...chosen },
        { id: feed, kind: 'feed', ...chosen },
      ],
      channelsChangedAt: createdAt,
      followedShows: [showId],
    },
    [`${person}/alerts/001`]: { keyword, createdAt },
    [`${person}/apiKeys/${keyId}`]: {
      name: 'K',
      scopes: ['read', 'alerts'],
      start: 'es_',
      createdAt,
    },
    [`apiKeys/${hashOf(key)}`]: { uid, keyId, scopes: ['read', 'alerts'] },
    [`${person}/channels/${hook}`]: { ...channel, kind: 'webhook', host: '127.0.0.1' },
    [`channelSecrets/${hook}`]: {
      uid,
      kind: 'webhook',
      url: receiver.url,
      secrets: [{ secret: `whsec_${Buffer.alloc(32).toString('base64')}`, createdAt }],
    },
    [`${person}/channels/${feed}`]: { ...channel, kind: 'feed', host: '' },
    [`channelSecrets/${feed}`]: { uid, kind: 'feed', tokenHash: hashOf(token) },
    [`feedTokens/${hashOf(token)}`]: { uid, channelId: feed },
    [`feedItems/${feed}`]: {
      uid,
      tokenHash: hashOf(token),
      title: 'Mine',
      items: [],
      changedAt: createdAt,
    },
    [`${person}/shows/${showId}`]: { feedUrl, title: 'Show', followedAt: createdAt },
    [`shows/${showId}`]: { feedUrl, title: 'Show', followers: 1, changedAt: createdAt },
  });
  return { key, token, keyword, receiver, showId, hook: hook! };
}

const search = async (key: string) => (await callApi(key, 'GET', '/alerts')).status;
const feed = async (token: string) => (await fetch(`${siteUrl()}/feeds/${token}.xml`)).status;

const isMadeThing = (path: string) => /\/(apiKeys|channels|shows)\//.test(path);

const WAYS: [string, (person: Person) => Promise<Person>][] = [
  ['a password reset', resetPassword],
  ['Google', ({ email }) => signInWithGoogle(email)],
  [
    'the link',
    async (person) => {
      await verifyEmail(person);
      return signInAgain(person);
    },
  ],
];

const LOOKS: [
  string,
  (made: Awaited<ReturnType<typeof makeAllIn10>>, owner: Person) => Promise<unknown>,
][] = [
  ['a call with the key', ({ key }) => search(key)],
  ['a page of the site', (_, owner) => call('confirmAddress', owner, {})],
  ['any other call of the site', (_, owner) => call('exportAccount', owner, null)],
];

test.each(
  WAYS.flatMap(([way, takeOver]) => LOOKS.map(([who, look]) => ({ way, who, takeOver, look }))),
)('ends everything made before after $way, detected by $who', async ({ who, takeOver, look }) => {
  const attacker = await signUp();
  const made = await makeAllIn10(attacker);
  // Otherwise, `look` would detect nothing: an instance caches for half a minute that a key is invalid.
  if (who !== 'a call with the key') expect(await search(made.key)).toBe(401);
  const owner = await takeOver(attacker);
  await look(made, owner);
  expect(await search(made.key)).toBe(401);
  expect(await feed(made.token)).toBe(410);
  const person = `users/${owner.uid}`;
  expect((await documents.below(person)).filter(isMadeThing)).toEqual([]);
  const { verifiedAt, asksAboutAlerts, ...fields } = (await documents.read(person))!;
  expect([verifiedAt, asksAboutAlerts]).toEqual([expect.any(Timestamp), true]);
  expect(fields).toMatchObject({ channels: [], followedShows: [], cadence: 'daily' });
  expect(await documents.read(`shows/${made.showId}`)).toMatchObject({ followers: 0 });
  // What the owner creates afterwards keeps working.
  const { key } = await makeKey(owner);
  expect(await search(key)).toBe(200);
  await call('confirmAddress', owner, {});
  expect(await search(key)).toBe(200);
  // The attacker's old token outlives the takeover by an hour, but permits nothing that needs a verified address.
  const stale = await call('keys', attacker, { action: 'create', name: 'B', scopes: ['read'] });
  expect(stale.status).not.toBe(200);
});

test.each(
  WAYS.flatMap(([way, takeOver]) => LOOKS.map(([who, look]) => ({ way, who, takeOver, look }))),
)('ends older sessions after $way, detected by $who', async ({ takeOver, look, who }) => {
  // In another second than the owner signs in, as in life.
  const attacker = signedInAgo(await signUp(), HOUR_MS);
  await pause(1_100); // Times of accounts have whole seconds.
  const made = who === 'a call with the key' ? await makeAllIn10(attacker) : null;
  expect((await call('exportAccount', attacker, null)).status).toBe(200);
  const owner = await takeOver(attacker);
  await look(made ?? (await makeAllIn10(attacker)), owner);
  expect(await sessionsFrom(owner)).toBe(signedInAt(owner));
  const refused = await call('exportAccount', attacker, null);
  expect([refused.status, refused.error?.details]).toEqual([401, { code: 'session-ended' }]);
  const deletion = await call('deleteAccount', attacker, { confirm: attacker.email });
  expect(deletion.status).not.toBe(200);
  // The session of the verification continues.
  expect((await call('exportAccount', owner, null)).status).toBe(200);
  expect((await call('confirmAddress', owner, {})).status).toBe(200);
});

test('asks the owner once about earlier alerts and keeps or deletes them', async () => {
  for (const choice of ['keep', 'delete'] as const) {
    const attacker = signedInAgo(await signUp(), HOUR_MS);
    await pause(1_100); // Times of accounts have whole seconds.
    await makeAllIn10(attacker);
    const owner = await resetPassword(attacker);
    await call('confirmAddress', owner, {});
    const person = `users/${owner.uid}`;
    const later = { keyword: 'later', createdAt: Timestamp.fromMillis(Date.now() + 5000) };
    await documents.seed({ [`${person}/alerts/002`]: later });
    const { result } = await call('exportAccount', owner, null);
    expect(accountExportSchema.parse(result).preferences).toMatchObject({ asksAboutAlerts: true });
    const refused = await call('confirmAddress', attacker, { alerts: 'delete' });
    expect(refused.error?.details).toEqual({ code: 'session-ended' });
    expect((await call('confirmAddress', owner, { alerts: choice })).result).toEqual({});
    const isKept = choice === 'keep';
    expect((await documents.read(`${person}/alerts/001`)) !== null).toBe(isKept);
    expect(await documents.read(`${person}/alerts/002`)).not.toBeNull();
    expect(await documents.read(person)).not.toHaveProperty('asksAboutAlerts');
    await call('confirmAddress', owner, { alerts: 'delete' });
    expect((await documents.read(`${person}/alerts/001`)) !== null).toBe(isKept);
  }
});

test('does not ask an account without earlier alerts', async () => {
  const owner = await signUpVerified();
  const stored = await documents.read(`users/${owner.uid}`);
  expect(Object.keys(stored ?? {})).toEqual(['verifiedAt']);
});

test('requires a verified address for keys, channels and shows, and states so by a code', async () => {
  const ada = await signUp();
  const asked = [
    await call('keys', ada, { action: 'create', name: 'A', scopes: ['read'] }),
    await call('channels', ada, { action: 'create', kind: 'feed', name: 'A', alerts: 'all' }),
    await call('followShows', ada, { feedUrls: ['https://shows.example/feed'] }),
    await call('lookUpShow', ada, { given: 'Hard Fork' }),
  ];
  for (const { error } of asked) {
    expect(error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'address-not-verified' },
    });
  }
});

const tasksOf = ({ uid }: Person) => world.tasks.filter(({ digestId }) => digestId.startsWith(uid));

async function deliverAll(person: Person, known: readonly unknown[] = []) {
  expect(await world.run()).toBeNull();
  const codes = { mails: [] as unknown[], messages: [] as unknown[] };
  for (const task of tasksOf(person).slice(known.length)) {
    const isMessage = (await documents.read(`digests/${task.digestId}`))?.['channel'] !== undefined;
    expect(await (isMessage ? world.tell(task) : world.deliver(task))).toBeNull();
    const { code } = (await documents.read(`digests/${task.digestId}`)) ?? {};
    (isMessage ? codes.messages : codes.mails).push(code);
  }
  return codes;
}

test('sends no message to channels created before the address was verified', async () => {
  const attacker = await signUp();
  const { keyword, receiver } = await makeAllIn10(attacker);
  await world.publish(keyword);
  // What is found for channels waits until the account may have it.
  expect(await deliverAll(attacker)).toEqual({ mails: ['unverified'], messages: [] });
  const known = [...tasksOf(attacker)];
  await verifyEmail(attacker);
  await world.publish(keyword);
  const { messages } = await deliverAll(attacker, known);
  expect(messages).toEqual(['channel-gone', 'channel-gone']);
  expect(receiver.got).toEqual([]);
  expect((await documents.below(`users/${attacker.uid}`)).filter(isMadeThing)).toEqual([]);
});

test('ends keys, mails and messages of a disabled account', async () => {
  const ada = await signUpVerified();
  const { keyword, receiver, key } = await makeAllIn10(ada);
  await documents.seed({
    [`users/${ada.uid}`]: {
      ...(await documents.read(`users/${ada.uid}`)),
      verifiedAt: Timestamp.now(),
    },
  });
  await disableAccount(ada);
  expect(await search(key)).toBe(401);
  await world.publish(keyword);
  expect(await deliverAll(ada)).toEqual({ mails: ['disabled'], messages: [] });
  expect(receiver.got).toEqual([]);
  expect(world.mails.filter((mail) => JSON.stringify(mail).includes(ada.email))).toEqual([]);
});
