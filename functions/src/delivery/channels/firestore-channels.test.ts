import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, GONE_ADDRESS_KEPT_DAYS, HOUR_MS, MAX_CHANNELS } from '../../contract/index.ts';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import {
  changeChannel,
  createChannel,
  deleteChannel,
  type NewChannel,
  readTarget,
  recordFeedDelivery,
  replaceSecret,
} from './firestore-channels.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const LATER = NOW + HOUR_MS;
const HOOK: NewChannel = {
  kind: 'webhook',
  name: 'Hook',
  host: 'hook.example',
  alerts: 'all',
  url: 'https://hook.example/in',
  secret: 'whsec_1',
};
const FEED: NewChannel = { kind: 'feed', name: 'Feed', host: '', alerts: ['000'], tokenHash: 'h1' };
const REPLACED = { secret: 'whsec_2', tokenHash: 'h2' };

let now = NOW;
let world: StoredFirestore;

beforeEach(() => {
  now = NOW;
  world = storedFirestore(() => now);
});

async function create(channel: NewChannel, uid = 'ada'): Promise<string> {
  const id = await createChannel(uid, channel, now);
  if (id === null) throw new Error('There is no room for a channel.');
  return id;
}

const fieldsOf = (path: string) => world.stored()[path] as Record<string, unknown> | undefined;
const own = (id: string) => fieldsOf(`users/ada/channels/${id}`);
const entries = () => fieldsOf('users/ada')?.['channels'];

test('stores a webhook, its secret and its entry', async () => {
  world.set('users/ada', { hour: 9 });
  const id = await create(HOOK);
  const { kind, name, host, alerts } = HOOK;
  expect(world.stored()).toEqual({
    'users/ada': {
      hour: 9,
      channels: [{ id, kind, alerts, sinceMs: NOW, chosenAtMs: NOW }],
      channelsChangedAt: NOW,
    },
    [`users/ada/channels/${id}`]: {
      kind,
      name,
      host,
      alerts,
      state: 'on',
      createdAt: NOW,
      since: NOW,
      chosenAt: NOW,
    },
    [`channelSecrets/${id}`]: {
      uid: 'ada',
      kind,
      url: HOOK.url,
      secrets: [{ secret: 'whsec_1', createdAt: NOW }],
    },
  });
});

test('stores a feed with its token, and no second channel under the same token', async () => {
  const id = await create(FEED);
  expect(world.stored()).toMatchObject({
    'feedTokens/h1': { uid: 'ada', channelId: id },
    [`feedItems/${id}`]: { uid: 'ada', tokenHash: 'h1', title: 'Feed', items: [], changedAt: NOW },
  });
  expect(fieldsOf(`channelSecrets/${id}`)).toEqual({ uid: 'ada', kind: 'feed', tokenHash: 'h1' });
  await expect(create(FEED, 'bob')).rejects.toThrow();
  expect(world.stored()).not.toHaveProperty(['users/bob']);
});

test('refuses more channels than the limit, even if they are switched off', async () => {
  for (let count = 0; count < MAX_CHANNELS; count += 1) {
    const id = await create(HOOK);
    await changeChannel('ada', id, { isOn: false }, now);
  }
  expect(await createChannel('ada', HOOK, now)).toBeNull();
  expect(await createChannel('bob', HOOK, now)).not.toBeNull();
});

test('keeps malformed entries of other versions out of the way', async () => {
  world.set('users/ada', { channels: [{ id: 'odd' }, 5] });
  const id = await create(HOOK);
  expect(entries()).toMatchObject([{ id }]);
});

test('renames a feed and its document for readers', async () => {
  const [feed, hook] = [await create(FEED), await create(HOOK)];
  await changeChannel('ada', feed, { name: 'Other' }, NOW);
  expect(own(feed)).toMatchObject({ name: 'Other', state: 'on', alerts: ['000'] });
  expect(fieldsOf(`feedItems/${feed}`)).toMatchObject({
    title: 'Other',
    tokenHash: 'h1',
    changedAt: NOW + 1000,
  });
  await changeChannel('ada', hook, { name: 'Other' }, NOW);
  expect(fieldsOf(`feedItems/${hook}`)).toBeUndefined();
  expect(own(feed)).toMatchObject({ chosenAt: NOW });
  const times = { sinceMs: NOW, chosenAtMs: NOW };
  expect(entries()).toEqual([
    { id: feed, kind: 'feed', alerts: ['000'], ...times },
    { id: hook, kind: 'webhook', alerts: 'all', ...times },
  ]);
  await changeChannel('ada', feed, { alerts: 'all' }, NOW);
  expect(fieldsOf(`feedItems/${feed}`)).toMatchObject({ title: 'Other', changedAt: NOW + 1000 });
});

test('starts added alerts when they are added', async () => {
  const id = await create(FEED);
  now = LATER;
  await changeChannel('ada', id, { alerts: ['000', '001'] }, now);
  const from = { '000': 0, '001': LATER };
  expect(own(id)).toMatchObject({ alerts: ['000', '001'], chosenAt: LATER, from, since: NOW });
  const entry = { id, kind: 'feed', alerts: ['000', '001'], from, sinceMs: NOW };
  expect(entries()).toEqual([{ ...entry, chosenAtMs: LATER }]);
  expect(fieldsOf('users/ada')).toMatchObject({ channelsChangedAt: LATER });
  now += 1000;
  await changeChannel('ada', id, { name: 'Other' }, now);
  expect(entries()).toEqual([{ ...entry, chosenAtMs: LATER }]);
  await changeChannel('ada', id, { alerts: ['000', '002'] }, now);
  expect(own(id)).toMatchObject({ from: { '000': 0, '002': now } });
});

test('a channel that its owner switches off and on starts anew', async () => {
  const [id, other] = [await create(HOOK), await create(HOOK)];
  await changeChannel('ada', id, { isOn: false }, now);
  expect(own(id)).toMatchObject({ state: 'off', since: NOW });
  expect(entries()).toMatchObject([{ id: other }]);
  await changeChannel('ada', id, { name: 'Still off' }, now);
  expect(entries()).toMatchObject([{ id: other }]);
  world.update(`users/ada/channels/${id}`, { pausedUntil: Timestamp.fromMillis(LATER) });
  now = LATER;
  await changeChannel('ada', id, { isOn: true }, now);
  expect(own(id)).toMatchObject({ state: 'on', since: LATER, pausedUntil: LATER });
  expect(entries()).toMatchObject([{ id: other }, { id, sinceMs: LATER, chosenAtMs: NOW }]);
  now += 1000;
  await changeChannel('ada', id, { isOn: true }, now);
  expect(own(id)).toMatchObject({ since: LATER });
  expect(entries()).toMatchObject([{ id: other }, { id, sinceMs: LATER }]);
});

test.each(['failing', 'gone'] as const)(
  'a channel that was %s and is switched on sends what matched meanwhile',
  async (state) => {
    const id = await create(HOOK);
    const since = Timestamp.fromMillis(NOW);
    const failed = { state, failure: 'It fails.', failingSince: since, pausedUntil: since };
    world.update(`users/ada/channels/${id}`, failed);
    world.update('users/ada', { channels: [] });
    await changeChannel('ada', id, { name: 'Other' }, LATER);
    expect(own(id)).toMatchObject({ ...failed, failingSince: NOW, pausedUntil: NOW });
    await changeChannel('ada', id, { isOn: true }, LATER);
    expect(own(id)).toMatchObject({ state: 'on', since: NOW });
    for (const name of ['failure', 'failingSince', 'pausedUntil']) {
      expect(own(id)).not.toHaveProperty(name);
    }
    expect(entries()).toMatchObject([{ id, sinceMs: NOW }]);
  },
);

test('a channel of 1.0 without a start starts with its creation', async () => {
  const id = await create(HOOK);
  const { kind, name, host, alerts } = HOOK;
  const createdAt = Timestamp.fromMillis(NOW - DAY_MS);
  world.set(`users/ada/channels/${id}`, { kind, name, host, alerts, state: 'on', createdAt });
  await changeChannel('ada', id, { name: 'Other' }, now);
  expect(entries()).toMatchObject([{ sinceMs: NOW - DAY_MS, chosenAtMs: NOW - DAY_MS }]);
});

test('changes no channel that does not exist or is damaged', async () => {
  const id = await create(HOOK);
  const before = world.stored();
  expect(await changeChannel('ada', 'none', { name: 'Other' }, now)).toBe(false);
  expect(await changeChannel('bob', id, { name: 'Other' }, now)).toBe(false);
  expect(world.stored()).toEqual(before);
  expect(await changeChannel('ada', id, {}, now)).toBe(true);
  world.update(`users/ada/channels/${id}`, { kind: 'fax' });
  expect(await changeChannel('ada', id, { name: 'Other' }, now)).toBe(false);
});

test('a replaced secret still signs for a day, and only the last one', async () => {
  const id = await create(HOOK);
  now = LATER;
  expect(await replaceSecret('ada', id, REPLACED, now)).toBe('webhook');
  expect(own(id)).toMatchObject({ replacedAt: LATER });
  const secretsAt = async (at: number) => (await readTarget('ada', id, at))?.target.secrets;
  expect(await secretsAt(LATER)).toEqual(['whsec_2', 'whsec_1']);
  expect(await secretsAt(LATER + DAY_MS)).toEqual(['whsec_2']);
  await replaceSecret('ada', id, { ...REPLACED, secret: 'whsec_3' }, now);
  expect(await secretsAt(LATER)).toEqual(['whsec_3', 'whsec_2']);
  expect(fieldsOf(`channelSecrets/${id}`)).toMatchObject({ url: HOOK.url, kind: 'webhook' });
  world.update(`channelSecrets/${id}`, { secrets: [] });
  await replaceSecret('ada', id, REPLACED, now);
  expect(await secretsAt(LATER)).toEqual(['whsec_2']);
});

test('a replaced feed address ends at once and is gone for a while', async () => {
  const id = await create(FEED);
  expect(await replaceSecret('ada', id, REPLACED, now)).toBe('feed');
  expect(world.stored()).toMatchObject({
    'feedTokens/h1': {
      channelId: id,
      replacedAt: NOW,
      expireAt: NOW + GONE_ADDRESS_KEPT_DAYS * DAY_MS,
    },
    [`channelSecrets/${id}`]: { tokenHash: 'h2' },
    [`feedItems/${id}`]: { tokenHash: 'h2', title: 'Feed' },
  });
  expect(fieldsOf('feedTokens/h2')).toEqual({ uid: 'ada', channelId: id });
});

test('replaces no secret of a chat or of another person', async () => {
  const [chat, hook] = [await create({ ...HOOK, kind: 'slack' }), await create(HOOK)];
  const before = world.stored();
  expect(await replaceSecret('ada', chat, REPLACED, now)).toBeNull();
  expect(await replaceSecret('bob', hook, REPLACED, now)).toBeNull();
  expect(await replaceSecret('ada', 'none', REPLACED, now)).toBeNull();
  expect(world.stored()).toEqual(before);
});

test('deletes a channel with all that belongs to it, and no other channel', async () => {
  const [id, other] = [await create(FEED), await create(HOOK)];
  for (const name of [id, `pending-${id}`, other, `pending-${other}`, 'sent', 'pending']) {
    world.set(`users/ada/ledger/${name}`, {});
  }
  now = LATER;
  expect(await deleteChannel('bob', id, now)).toBe(false);
  expect(own(id)).toBeDefined();
  expect(await deleteChannel('ada', id, now)).toBe(true);
  expect(await deleteChannel('ada', id, now)).toBe(false);
  expect(Object.keys(world.stored())).toEqual([
    `channelSecrets/${other}`,
    'feedTokens/h1',
    'users/ada',
    `users/ada/channels/${other}`,
    ...[other, 'pending', `pending-${other}`, 'sent']
      .sort()
      .map((name) => `users/ada/ledger/${name}`),
  ]);
  expect(fieldsOf('feedTokens/h1')).toMatchObject({ replacedAt: LATER });
  expect(entries()).toMatchObject([{ id: other }]);
  expect(fieldsOf('users/ada')).toMatchObject({ channelsChangedAt: LATER });
});

test('removes the entry of a channel whose documents are gone', async () => {
  const id = await create(HOOK);
  world.remove(`channelSecrets/${id}`);
  expect(await deleteChannel('ada', id, now)).toBe(false);
  expect(entries()).toEqual([]);
});

test('deletes no document of a person without channels', async () => {
  world.set('users/ada', { hour: 9 });
  expect(await deleteChannel('ada', 'none', now)).toBe(false);
  expect(world.stored()).toEqual({ 'users/ada': { hour: 9 } });
});

test('records a delivery to a feed, unless the feed is deleted', async () => {
  const id = await create(FEED);
  await recordFeedDelivery({ id, uid: 'ada' }, LATER);
  expect(own(id)).toMatchObject({ deliveredAt: LATER, name: 'Feed' });
  await deleteChannel('ada', id, now);
  await expect(recordFeedDelivery({ id, uid: 'ada' }, LATER)).rejects.toThrow();
  expect(own(id)).toBeUndefined();
});

test('reads where messages of a channel go, for its owner only', async () => {
  const [hook, feed] = [await create(HOOK), await create(FEED)];
  const { kind, name, url } = HOOK;
  expect(await readTarget('ada', hook, now)).toMatchObject({
    channel: { id: hook, kind, state: 'on' },
    target: { id: hook, uid: 'ada', kind, name, url, secrets: ['whsec_1'] },
  });
  expect((await readTarget('ada', feed, now))?.target).not.toHaveProperty('url');
  expect(await readTarget('bob', hook, now)).toBeNull();
  world.set(
    `users/bob/channels/${hook}`,
    world.documents.read(`users/ada/channels/${hook}`)!.fields,
  );
  expect(await readTarget('bob', hook, now)).toBeNull();
  world.remove(`channelSecrets/${feed}`);
  expect(await readTarget('ada', feed, now)).toBeNull();
  world.update(`users/ada/channels/${hook}`, { kind: 'fax' });
  expect(await readTarget('ada', hook, now)).toBeNull();
});
