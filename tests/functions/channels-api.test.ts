import { expect, test, vi } from 'vitest';
import { ownChannels } from '../../functions/src/api/channels/own-channels.ts';
import { MAX_CHANNELS } from '../../functions/src/contract/index.ts';
import { call, removeAccount, signUpVerified } from '../support/account.ts';
import { callApi, makeKey } from '../support/api.ts';
import { isSigned, openReceiver } from '../support/receiver.ts';
import { siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

interface Made {
  channel: { id: string; state: string; alerts: string[] };
  secret?: string;
  feed?: { rss: string; json: string };
}

const webhook = (url: string) => ({ kind: 'webhook', name: 'Mine', url });

async function make(key: string, body: object): Promise<Made> {
  const answer = await callApi(key, 'POST', '/channels', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as unknown as Made;
}

test('creates, lists, tests, changes and deletes a webhook, as the site stores it', async () => {
  const ada = await signUpVerified();
  const { key } = await makeKey(ada, ['channels', 'alerts']);
  const receiver = await openReceiver();
  const saved = await callApi(key, 'POST', '/alerts', { query: 'openai' });
  const { alert } = saved.body as { alert: { id: string } };
  const { channel, secret } = await make(key, webhook(receiver.url));
  const { id } = channel;
  const path = `/channels/${id}`;
  expect(channel).toMatchObject({ kind: 'webhook', alerts: ['all'], paused: false, state: 'on' });

  expect((await callApi(key, 'POST', `${path}/test`)).body).toMatchObject({
    accepted: true,
    status: 204,
  });
  expect(isSigned(receiver.got[0]!, secret)).toBe(true);
  receiver.answer(302);
  const redirected = await callApi(key, 'POST', `${path}/test`, {});
  expect(redirected.body).toMatchObject({ accepted: false, status: 302 });
  expect(receiver.got).toHaveLength(2);

  const { body: list } = await callApi(key, 'GET', '/channels');
  expect(list).toMatchObject({
    room: MAX_CHANNELS - 1,
    channels: [{ id, host: new URL(receiver.url).host }],
  });
  for (const told of [list, (await callApi(key, 'GET', path)).body]) {
    expect(JSON.stringify(told)).not.toMatch(/whsec_|\/hook/);
  }

  const change = { name: 'Theirs', alerts: [alert.id], paused: true };
  expect((await callApi(key, 'PATCH', path, change)).body).toMatchObject({
    channel: { ...change, state: 'off' },
  });
  expect(await documents.read(`users/${ada.uid}`)).toMatchObject({ channels: [] });
  expect((await callApi(key, 'PATCH', path, { paused: false })).body).toMatchObject({
    channel: { name: 'Theirs', alerts: [alert.id], state: 'on' },
  });
  expect(await documents.read(`users/${ada.uid}`)).toMatchObject({
    channels: [{ id, kind: 'webhook', alerts: [alert.id] }],
  });

  for (let turn = 0; turn < 2; turn += 1) {
    expect((await callApi(key, 'DELETE', path)).status).toBe(200);
  }
  expect(await documents.read(`channelSecrets/${id}`)).toBeNull();
  for (const [method, gone] of [
    ['GET', path],
    ['PATCH', path],
    ['POST', `${path}/test`],
  ] as const) {
    expect((await callApi(key, method, gone, method === 'GET' ? undefined : {})).status).toBe(404);
  }
});

test('fills a private feed with recent matches and returns its addresses once', async () => {
  const { key } = await makeKey(await signUpVerified());
  await callApi(key, 'POST', '/alerts', { query: 'openai' });
  const { channel, feed } = await make(key, { kind: 'feed', name: 'Read' });
  const read = await fetch(siteUrl() + new URL(feed!.json).pathname);
  const { items } = (await read.json()) as { items: unknown[] };
  expect(items.length).toBeGreaterThan(0);
  const token = new URL(feed!.json).pathname.split(/[/.]/)[2]!;
  const { body } = await callApi(key, 'GET', `/channels/${channel.id}`);
  expect(body).not.toHaveProperty('channel.host');
  expect(JSON.stringify(body)).not.toContain(token);
});

test.each([
  ['slack', '/services/T/B/x'],
  ['discord', '/api/webhooks/1/x'],
  ['teams', '/workflows/x'],
  ['telegram', '/bot1:x/sendMessage'],
])('creates and tests a channel of %s', async (kind, path) => {
  const { key } = await makeKey(await signUpVerified(), ['channels']);
  const { url, got } = await openReceiver();
  const address = new URL(path, url).href;
  const { channel, secret } = await make(key, { kind, name: 'Team', url: address });
  expect(secret).toBeUndefined();
  const { body } = await callApi(key, 'POST', `/channels/${channel.id}/test`);
  expect(body).toMatchObject({ accepted: true });
  expect(got.map((message) => message.path)).toEqual([path]);
});

test('refuses other people’s channels, and keys without the scope', async () => {
  const [ada, eve] = [await signUpVerified(), await signUpVerified()];
  const receiver = await openReceiver();
  const [{ key }, { key: evil }] = [await makeKey(ada), await makeKey(eve)];
  const { channel } = await make(key, webhook(receiver.url));
  const path = `/channels/${channel.id}`;
  const before = await documents.read(`channelSecrets/${channel.id}`);
  const { key: reading } = await makeKey(ada, ['read', 'alerts']);
  for (const [asker, refusal] of [
    [evil, 404],
    [reading, 403],
  ] as const) {
    const statuses = [
      (await callApi(asker, 'GET', path)).status,
      (await callApi(asker, 'PATCH', path, { paused: true })).status,
      (await callApi(asker, 'POST', `${path}/test`)).status,
    ];
    expect(statuses).toEqual([refusal, refusal, refusal]);
    await callApi(asker, 'DELETE', path);
  }
  expect((await callApi(reading, 'GET', '/channels')).status).toBe(403);
  expect((await callApi(reading, 'POST', '/channels', webhook(receiver.url))).status).toBe(403);
  expect(await documents.read(`channelSecrets/${channel.id}`)).toEqual(before);
  expect((await callApi(evil, 'GET', '/channels')).body).toEqual({
    channels: [],
    room: MAX_CHANNELS,
  });
  expect(receiver.got).toEqual([]);
});

const apiKeyOf = (uid: string, keyId: string) => `users/${uid}/apiKeys/${keyId}`;

test.each([
  ['webhook', 'http://example.com/hook'],
  ['webhook', 'https://10.0.0.1/hook'],
  ['webhook', 'https://[::ffff:169.254.169.254]/latest'],
  ['webhook', 'https://metadata.google.internal/'],
  ['webhook', 'https://ada:pass@example.com/hook'],
  ['webhook', 'file:///etc/passwd'],
  ['slack', 'https://acme.slack.com/archives/C1'],
  ['discord', 'https://discord.com/channels/1/2'],
  ['ntfy', 'https://ntfy.sh/'],
  ['webhook', undefined],
  ['feed', 'https://example.com/hook'],
])('refuses a %s with %s and stores nothing', async (kind, url) => {
  const ada = await signUpVerified();
  const { key, keyId } = await makeKey(ada, ['channels']);
  const { status, body } = await callApi(key, 'POST', '/channels', { kind, name: 'Mine', url });
  expect([status, body]).toMatchObject([400, { error: { message: /^url: / } }]);
  expect(await documents.below(`users/${ada.uid}`)).toEqual([apiKeyOf(ada.uid, keyId)]);
});

test('refuses an address of 3 000 characters, a name of 61 characters and a blank name', async () => {
  const { key } = await makeKey(await signUpVerified(), ['channels']);
  const made = webhook('https://example.com/hook');
  for (const fields of [
    { url: `https://example.com/${'x'.repeat(3000)}` },
    { name: 'x'.repeat(61) },
    { name: '\u202E\u2066 ' },
  ]) {
    expect((await callApi(key, 'POST', '/channels', { ...made, ...fields })).status).toBe(400);
  }
  const { channel } = await make(key, { ...made, name: 'a\u202Eb' });
  expect(channel).toMatchObject({ name: 'ab' });
  // Both requests succeed, although neither changes anything.
  for (const body of [{ paused: false }, {}]) {
    expect((await callApi(key, 'PATCH', `/channels/${channel.id}`, body)).status).toBe(200);
  }
});

test('creates twenty of thirty channels at once, and counts them for the site as well', async () => {
  const ada = await signUpVerified();
  vi.stubEnv('SITE_URL', siteUrl());
  vi.stubEnv('MAIL_FROM', 'Earshot <mails@earshot.example>');
  vi.stubEnv('CATALOGUE_URL', 'file:/none');
  // Runs in this process, because the emulator would start thirty processes for thirty concurrent calls.
  const store = ownChannels(ada.uid, () => Promise.reject(new Error('a webhook searches nothing')));
  const made = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      store.create({
        kind: 'webhook',
        name: 'Mine',
        url: 'https://example.com/hook',
        alerts: 'all',
      }),
    ),
  );
  const outcomes = made.map((each) =>
    each.status === 'fulfilled' ? each.value.kind : (each.reason as { code: unknown }).code,
  );
  expect(outcomes.toSorted()).toEqual([
    ...Array<string>(20).fill('created'),
    ...Array<string>(10).fill('rate-limited'),
  ]);
  expect(await documents.read(`users/${ada.uid}`)).toMatchObject({ channels: { length: 20 } });
  const create = { action: 'create', kind: 'feed', name: 'Mine', alerts: 'all' };
  expect((await call('channels', ada, create)).status).toBe(429);
});

test('returns a bounded list and no room for a person with too many channels', async () => {
  const ada = await signUpVerified();
  const own = `users/${ada.uid}/channels`;
  await documents.seed(
    Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [
        `${own}/${String(at).padStart(20, '0')}`,
        {
          kind: 'webhook',
          name: 'Old',
          host: 'a.example',
          alerts: 'all',
          state: 'on',
          createdAt: new Date(at),
        },
      ]),
    ),
  );
  const { key } = await makeKey(ada, ['channels']);
  const { body } = await callApi(key, 'GET', '/channels');
  expect(body).toMatchObject({ room: 0, channels: { length: MAX_CHANNELS } });
  const another = await callApi(key, 'POST', '/channels', webhook('https://example.com/hook'));
  expect([another.status, another.body]).toMatchObject([409, { error: { code: 'conflict' } }]);
});

test('counts tests by the site and by programs together', async () => {
  const ada = await signUpVerified();
  const { key } = await makeKey(ada, ['channels']);
  const { channel } = await make(key, { kind: 'feed', name: 'Mine' });
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    statuses.push(
      (await call('channels', ada, { action: 'test', channelId: channel.id })).status,
      (await callApi(key, 'POST', `/channels/${channel.id}/test`)).status,
    );
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});

test('refuses the cached key of a deleted account', async () => {
  const ada = await signUpVerified();
  const { key } = await makeKey(ada, ['channels']);
  await callApi(key, 'GET', '/channels');
  await removeAccount(ada);
  const { status } = await callApi(key, 'POST', '/channels', { kind: 'feed', name: 'Mine' });
  expect(status).toBe(401);
  expect(await documents.read(`users/${ada.uid}`)).not.toHaveProperty('channels');
});
