import { Timestamp } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../functions/src/contract/index.ts';
import { call, type Person, signUpVerified } from '../support/account.ts';
import { openAlertWorld } from '../support/deployed/alert-world.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { siteUrl } from '../support/stack.ts';
import { unique } from '../support/unique.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();
const channelId = 'c'.repeat(16);

let world: Awaited<ReturnType<typeof openAlertWorld>>;
let receiver: Receiver;
let ada: Person;
let id: string;
let keyword: string;

beforeAll(async () => {
  world = await openAlertWorld();
}, 60_000);

afterAll(() => world.close());

/** Ada has paused her email and has alerts and a webhook. */
beforeEach(async () => {
  ada = await signUpVerified();
  receiver = await openReceiver();
  keyword = `quokka${unique()}`;
  id = `${channelId}${unique()}`.slice(0, 20);
  const createdAt = Timestamp.now();
  const sinceMs = Date.now() - HOUR_MS;
  await documents.seed({
    [`users/${ada.uid}/alerts/001`]: { keyword, createdAt, mail: false },
    [`users/${ada.uid}/alerts/002`]: { keyword, createdAt, language: 1 },
    [`users/${ada.uid}`]: {
      cadence: 'paused',
      hour: 8,
      weekday: 1,
      timeZone: 'UTC',
      updatedAt: createdAt,
      verifiedAt: createdAt,
      channels: [
        { id, kind: 'webhook', alerts: ['001'], sinceMs, chosenAtMs: Date.now() + HOUR_MS },
      ],
      channelsChangedAt: createdAt,
    },
    [`users/${ada.uid}/channels/${id}`]: {
      kind: 'webhook',
      name: 'Hook',
      host: '127.0.0.1',
      alerts: ['001'],
      state: 'on',
      createdAt,
    },
    [`channelSecrets/${id}`]: {
      uid: ada.uid,
      kind: 'webhook',
      url: receiver.url,
      secrets: [{ secret: `whsec_${Buffer.alloc(32).toString('base64')}`, createdAt }],
    },
  });
});

const tasks = () => world.tasks.filter(({ digestId }) => digestId.startsWith(ada.uid));

async function plan() {
  const link = await world.publish(keyword);
  expect(await world.run()).toBeNull();
  const [task, ...more] = tasks();
  expect(more).toEqual([]);
  return { link, digestId: task?.digestId ?? expect.fail('No message was planned') };
}

const channel = () => documents.read(`users/${ada.uid}/channels/${id}`);
const delivery = (digestId: string) => documents.read(`users/${ada.uid}/deliveries/${digestId}`);

test('posts a match to its webhook once, although its owner’s email is paused', async () => {
  const { link, digestId } = await plan();
  expect(await world.tell({ digestId })).toBeNull();
  expect(receiver.got).toHaveLength(1);
  const [{ headers, body } = expect.fail()] = receiver.got;
  expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/);
  expect(JSON.parse(body)).toMatchObject({
    type: 'alert.matched',
    data: { items: [{ url: link, tags: [keyword], _earshot: { alerts: [{ id: '001' }] } }] },
  });
  expect(await delivery(digestId)).toMatchObject({
    state: 'sent',
    channel: { id, kind: 'webhook', name: 'Hook' },
    answer: { status: 204 },
  });
  expect(await channel()).toMatchObject({
    state: 'on',
    deliveredAt: expect.any(Timestamp) as unknown,
  });

  expect(await world.tell({ digestId })).toBeNull();
  expect(await world.run()).toBeNull();
  expect([receiver.got.length, tasks().length]).toEqual([1, 1]);
  expect(world.mails).toEqual([]);
});

test('retries a failed message after a pause with the same id', async () => {
  receiver.answer(503);
  const { digestId } = await plan();
  expect(await world.tell({ digestId })).toBeNull();
  const [, again] = tasks();
  expect(again?.digestId).toBe(digestId);
  expect(Date.parse(again?.scheduleTime ?? '') - Date.now()).toBeLessThanOrEqual(30_000);
  expect(await channel()).toMatchObject({
    state: 'on',
    failure: 'The service answered with error 503.',
    failingSince: expect.any(Timestamp) as unknown,
  });
  expect(await world.tell({ digestId })).not.toBeNull();
  expect(receiver.got).toHaveLength(1);

  receiver.answer(204);
  world.passTime(30_000);
  expect(await world.tell({ digestId })).toBeNull();
  const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(await channel()).not.toHaveProperty('failingSince');
  expect(await delivery(digestId)).toMatchObject({ state: 'sent', answer: { status: 204 } });
});

test('sends the plain form of a refused message with its own id', async () => {
  receiver.answer(403);
  const { digestId } = await plan();
  expect(await world.tell({ digestId })).toBeNull();
  expect(tasks().map((task) => task.digestId)).toEqual([digestId, digestId]);
  expect(await channel()).not.toHaveProperty('failingSince');
  receiver.answer(200);
  expect(await world.tell({ digestId })).toBeNull();
  const [whole, plain] = receiver.got;
  expect(whole?.headers['webhook-id']).not.toBe(plain?.headers['webhook-id']);
  expect(plain?.body).not.toContain('show.example');
  expect(await delivery(digestId)).toMatchObject({ state: 'sent', answer: { status: 200 } });
  expect(await channel()).not.toHaveProperty('underWay');
});

test('ends a channel whose receiver is gone, and sends the missed episodes once it is on again', async () => {
  receiver.answer(410);
  const { digestId } = await plan();
  expect(await world.tell({ digestId })).toBeNull();
  expect(await channel()).toMatchObject({ state: 'gone' });
  const person = (await documents.read(`users/${ada.uid}`))!;
  expect(person['channels']).toEqual([]);
  expect(await delivery(digestId)).toMatchObject({ state: 'failed', code: 'gone' });
  expect(await world.run()).toBeNull();
  expect(tasks()).toHaveLength(1);

  receiver.answer(200);
  const entry = { id, kind: 'webhook', alerts: 'all', sinceMs: 0, chosenAtMs: 0 };
  await documents.seed({
    [`users/${ada.uid}`]: { ...person, channels: [entry], channelsChangedAt: Timestamp.now() },
    [`users/${ada.uid}/channels/${id}`]: { ...(await channel()), state: 'on', alerts: 'all' },
  });
  expect(await world.run()).toBeNull();
  const [, task] = tasks();
  expect(await world.tell(task!)).toBeNull();
  expect(receiver.got).toHaveLength(2);
  expect(await channel()).toMatchObject({ deliveredAt: expect.any(Timestamp) as unknown });
});

test('cancels the message of a channel that was switched off meanwhile', async () => {
  const { digestId } = await plan();
  const before = (await channel())!;
  await documents.seed({ [`users/${ada.uid}/channels/${id}`]: { ...before, state: 'off' } });
  expect(await world.tell({ digestId })).toBeNull();
  expect(receiver.got).toEqual([]);
  expect(await documents.read(`digests/${digestId}`)).toMatchObject({
    state: 'cancelled',
    code: 'channel-off',
  });
});

test('adds a match to a private feed once, however often its task runs', async () => {
  const request = { action: 'create', kind: 'feed', name: 'Reader', alerts: ['001'] };
  const { result } = await call('channels', ada, request);
  const { channelId: feedId, feed } = result as { channelId: string; feed: { json: string } };
  const link = await world.publish(keyword);
  expect(await world.run()).toBeNull();
  const task = tasks().find(({ digestId }) => digestId.includes(feedId)) ?? expect.fail();
  expect(await world.tell(task)).toBeNull();
  await world.tell(task);
  const answer = await fetch(siteUrl() + new URL(feed.json).pathname);
  expect(await answer.json()).toMatchObject({ items: [{ url: link, tags: [keyword] }] });
  expect(await delivery(task.digestId)).toMatchObject({ state: 'sent', channel: { kind: 'feed' } });
  expect(await documents.read(`users/${ada.uid}/channels/${feedId}`)).toMatchObject({
    deliveredAt: expect.anything() as unknown,
  });
});

test('adds a match to the items of its private feed', async () => {
  const person = (await documents.read(`users/${ada.uid}`))!;
  const [entry] = person['channels'] as object[];
  const secrets = { uid: ada.uid, kind: 'feed', tokenHash: 'f'.repeat(64) };
  await documents.seed({
    [`users/${ada.uid}`]: { ...person, channels: [{ ...entry, kind: 'feed' }] },
    [`users/${ada.uid}/channels/${id}`]: { ...(await channel()), kind: 'feed' },
    [`channelSecrets/${id}`]: secrets,
  });
  const { link, digestId } = await plan();
  expect(await world.tell({ digestId })).toBeNull();
  expect(await documents.read(`feedItems/${id}`)).toMatchObject({ items: [{ url: link }] });
  expect(receiver.got).toEqual([]);
});
