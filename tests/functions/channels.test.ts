import { expect, test } from 'vitest';
import {
  channelCreatedSchema,
  type ChannelsRequest,
  channelTestedSchema,
  MAX_CHANNELS,
} from '../../functions/src/contract/index.ts';
import { createChannel } from '../../functions/src/delivery/channels/firestore-channels.ts';
import { call, type Person, removeAccount, signUpVerified } from '../support/account.ts';
import { isSigned, openReceiver } from '../support/receiver.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

async function ask(person: Person, request: ChannelsRequest): Promise<unknown> {
  const { status, result } = await call('channels', person, request);
  expect(status).toBe(200);
  return result;
}

async function create(person: Person, fields: object = {}) {
  const request = { action: 'create', kind: 'webhook', name: 'Mine', alerts: 'all', ...fields };
  return channelCreatedSchema.parse(await ask(person, request as ChannelsRequest));
}

async function created(person: Person, fields: object = {}) {
  const answer = await create(person, fields);
  if (answer.kind === 'refused') throw new Error(answer.message);
  return answer;
}

test('creates, tests, replaces, switches off and deletes a webhook', async () => {
  const ada = await signUpVerified();
  const receiver = await openReceiver();
  const { channelId, secret } = await created(ada, { url: receiver.url });
  const own = `users/${ada.uid}/channels/${channelId}`;
  const tryIt = async () =>
    channelTestedSchema.parse(await ask(ada, { action: 'test', channelId }));

  expect(await tryIt()).toMatchObject({ isAccepted: true, status: 204 });
  const [first] = receiver.got;
  expect(isSigned(first!, secret)).toBe(true);
  expect(JSON.parse(first!.body)).toMatchObject({ type: 'channel.test', data: { items: [] } });

  const again = channelCreatedSchema.parse(await ask(ada, { action: 'replace', channelId }));
  if (again.kind === 'refused') throw new Error(again.message);
  receiver.answer(500);
  expect(await tryIt()).toMatchObject({ isAccepted: false, status: 500 });
  const last = receiver.got.at(-1)!;
  expect([isSigned(last, secret), isSigned(last, again.secret)]).toEqual([true, true]);

  const host = new URL(receiver.url).host;
  expect(await documents.read(own)).toMatchObject({ name: 'Mine', host, state: 'on' });
  expect(JSON.stringify(await documents.read(own))).not.toContain('/hook');
  expect(await documents.read(`users/${ada.uid}`)).toMatchObject({ channels: [{ id: channelId }] });

  await ask(ada, { action: 'change', channelId, name: 'Theirs', alerts: ['007'], isOn: false });
  expect(await documents.read(own)).toMatchObject({
    name: 'Theirs',
    alerts: ['007'],
    state: 'off',
  });
  expect(await documents.read(`users/${ada.uid}`)).toMatchObject({ channels: [] });
  await ask(ada, { action: 'change', channelId, isOn: true });
  expect(await documents.read(`users/${ada.uid}`)).toMatchObject({
    channels: [{ id: channelId, kind: 'webhook', alerts: ['007'] }],
  });

  await ask(ada, { action: 'change', channelId, isOn: true });
  expect(await documents.read(own)).toMatchObject({ state: 'on', alerts: ['007'] });

  for (let turn = 0; turn < 2; turn += 1) {
    expect(await ask(ada, { action: 'delete', channelId })).toEqual({});
  }
  expect(await documents.read(`channelSecrets/${channelId}`)).toBeNull();
  expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
  expect(await documents.read(`users/${ada.uid}`)).toMatchObject({ channels: [] });
  expect(await tryIt()).toMatchObject({ isAccepted: false, status: null });
});

test('protects a person’s channels from others', async () => {
  const [ada, eve] = [await signUpVerified(), await signUpVerified()];
  const receiver = await openReceiver();
  const { channelId, secret } = await created(ada, { url: receiver.url });
  const before = await documents.read(`channelSecrets/${channelId}`);
  await ask(eve, { action: 'change', channelId, isOn: false, name: 'Eve’s' });
  await ask(eve, { action: 'delete', channelId });
  expect(await ask(eve, { action: 'test', channelId })).toMatchObject({ isAccepted: false });
  expect(await ask(eve, { action: 'replace', channelId })).toMatchObject({ kind: 'refused' });
  expect(await documents.read(`channelSecrets/${channelId}`)).toEqual(before);
  expect(await documents.below(`users/${eve.uid}`)).toEqual([]);
  expect(receiver.got).toEqual([]);
  expect(secret).toMatch(/^whsec_/);
});

test.each([
  ['http://example.com/hook', 'webhook'],
  ['https://10.0.0.1/hook', 'webhook'],
  ['https://router.local/hook', 'webhook'],
  ['https://ada:pass@example.com/hook', 'webhook'],
  ['ftp://example.com/', 'webhook'],
  ['nothing', 'webhook'],
  ['https://acme.slack.com/archives/C1', 'slack'],
  ['https://discord.com/channels/1/2', 'discord'],
  ['https://example.com/workflows/x', 'teams'],
  ['https://api.telegram.org/bot1:x/getMe?chat_id=1', 'telegram'],
  ['https://ntfy.sh/', 'ntfy'],
])('refuses %s for a %s and stores nothing', async (url, kind) => {
  const ada = await signUpVerified();
  expect(await create(ada, { url, kind })).toMatchObject({ kind: 'refused' });
  expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
});

test('allows 20 channels and six tests a minute', async () => {
  const ada = await signUpVerified();
  const own = `users/${ada.uid}/channels`;
  const others = Array.from({ length: 19 }, (_, at) => [`${own}/${at}`, { kind: 'webhook' }]);
  await documents.seed(Object.fromEntries(others) as Record<string, object>);
  const url = 'https://example.com/hook';
  const { channelId } = await created(ada, { url });
  expect(await create(ada, { url })).toMatchObject({ kind: 'refused' });
  await ask(ada, { action: 'delete', channelId });
  const statuses: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    statuses.push((await call('channels', ada, { action: 'test', channelId })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test('requires a sign-in and a valid body', async () => {
  expect((await call('channels', null, { action: 'delete', channelId: 'x' })).status).toBe(401);
  expect((await call('channels', await signUpVerified(), { action: 'delete' })).status).toBe(400);
});

test('creates at most as many of thirty simultaneous channels as a person may have', async () => {
  const { uid } = await signUpVerified();
  const channel = { kind: 'webhook', name: 'Mine', host: 'a.example', alerts: 'all' } as const;
  // Runs in this process, because the emulator would start thirty processes for thirty concurrent calls.
  const made = await Promise.all(
    Array.from({ length: 30 }, () => createChannel(uid, channel, Date.now())),
  );
  expect(made.filter((id) => id !== null)).toHaveLength(MAX_CHANNELS);
  expect(await documents.read(`users/${uid}`)).toMatchObject({
    channels: { length: MAX_CHANNELS },
  });
});

test('refuses the token of a deleted account', async () => {
  const ada = await signUpVerified();
  await removeAccount(ada);
  const request = { action: 'create', kind: 'feed', name: 'Mine', alerts: 'all' };
  expect(await call('channels', ada, request)).toMatchObject({ status: 401 });
  expect(await documents.read(`users/${ada.uid}`)).not.toHaveProperty('channels');
});
