import { beforeEach, expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { keepLog } from '../../testing/test-log.ts';
import { memoryEpisodes } from '../fixtures/memory-episodes.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import type { StoredChannel } from '../fixtures/stored-channel.ts';
import { type StoredOutbox, storedOutbox } from '../fixtures/stored-outbox.ts';
import { memoryObjects, type StoredRuns, storedRuns } from '../fixtures/stored-runs.ts';
import type { DigestSection } from '../outbox/digest.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { openTick } from './dispatch-shards.ts';
import { runShard } from './run-shard.ts';

/** Hours after the daily mail. */
const NOW = Date.UTC(2026, 10, 21, 11, 7);
const SAVED = NOW - 10 * DAY_MS;

let outbox: StoredOutbox;
let runs: StoredRuns;
let episodes: NewEpisode[];
let messages: string[];
let mails: string[];

const identity = (slot: string, atMs = SAVED) => `${slot}-${atMs.toString(36)}`;

beforeEach(() => {
  keepLog();
  outbox = storedOutbox(() => NOW);
  runs = storedRuns();
  episodes = [];
  messages = [];
  mails = [];
  save('000', 'ledgers');
  save('001', 'compilers');
  open('hook');
});

function save(slot: string, keyword: string, more: object = {}): void {
  const alert = { uid: 'ada', alertId: identity(slot), keyword, sinceMs: SAVED, ...more };
  outbox.alerts = [...outbox.alerts.filter(({ alertId }) => !alertId.startsWith(slot)), alert];
}

function open(id: string, change: Partial<StoredChannel> = {}): void {
  outbox.channels.set(id, {
    id,
    uid: 'ada',
    kind: 'webhook',
    name: id,
    host: '',
    alerts: 'all',
    state: 'on',
    createdAtMs: SAVED,
    sinceMs: SAVED,
    chosenAtMs: SAVED,
    ...change,
  });
  outbox.channelsChangedAtMs.set('ada', NOW);
}

function publish(number: number, description: string, more: Partial<NewEpisode> = {}): void {
  episodes.push(
    newEpisode({
      item: `https://show.example/feed ${number}`,
      link: `https://show.example/${number}`,
      title: `Episode ${number}`,
      description,
      pubDateMs: NOW - HOUR_MS + number,
      ingestedAtMs: NOW - 10 * MINUTE_MS,
      ...more,
    }),
  );
}

async function run(
  nowMs = NOW,
  { store = outbox.store(), fits = (_sections: readonly DigestSection[]) => Infinity } = {},
) {
  const parts = {
    store,
    runs: runs.store(),
    source: outbox.source(),
    objects: memoryObjects(runs),
    operations: { reads: 0, writes: 0 },
    peakMib: () => 0,
    takesMail: () => Promise.resolve(new Set<string>()),
    verified: (uids: readonly string[]) => Promise.resolve(new Set(uids)),
    queue: { enqueue: (id: string) => Promise.resolve(void mails.push(id)) },
    messages: { enqueue: (id: string) => Promise.resolve(void messages.push(id)) },
    noteSuppressions: () => Promise.resolve(),
    fits: (_: unknown, sections: readonly DigestSection[]) => fits(sections),
    catalogue: () => Promise.resolve(memoryEpisodes(() => episodes).source()),
  };
  const layout = await openTick(parts, 1, nowMs);
  const times = { nowMs, everyoneDue: false, ratePerSecond: 200 };
  const report = await runShard(parts, { epoch: layout.epoch, shard: 0, shards: 1 }, times);
  return report ?? expect.fail('It ran in another layout');
}

function sent(): string[] {
  return messages.flatMap((id) => {
    const { channel, sections } = outbox.digests.get(id)!;
    return sections.flatMap(({ alertId, episodes: shown }) =>
      shown.map(({ link }) => `${channel?.id} ${alertId.slice(0, 3)} ${link.split('/').at(-1)}`),
    );
  });
}

test('every run sends each channel the matches of its alerts, whatever the mail’s cadence', async () => {
  open('chat', { kind: 'slack', alerts: ['001'] });
  publish(1, 'On ledgers.');
  publish(2, 'On ledgers and compilers.');
  expect(await run()).toMatchObject({ created: 0, messages: 2 });
  expect(sent().sort()).toEqual(['chat 001 2', 'hook 000 1', 'hook 000 2', 'hook 001 2']);
  publish(3, 'On compilers.');
  expect(await run(NOW + 15 * MINUTE_MS)).toMatchObject({ messages: 2 });
  expect(sent().slice(4).sort()).toEqual(['chat 001 3', 'hook 001 3']);
  expect(mails).toEqual([]);
});

test('a channel gets 100 of 137 matches, and the last message counts the others', async () => {
  open('chat', { kind: 'slack', alerts: ['001'] });
  await run(NOW - 15 * MINUTE_MS);
  for (let number = 1; number <= 137; number += 1) publish(number, 'On ledgers.');
  await run();
  const moreCounts = () =>
    messages.map((id) => outbox.digests.get(id)!.sections.map(({ moreCount }) => moreCount));
  expect(sent()).toHaveLength(100);
  expect(moreCounts()).toEqual([[0], [0], [0], [0], [37]]);
  publish(138, 'On ledgers.', { ingestedAtMs: NOW + HOUR_MS, pubDateMs: NOW + HOUR_MS });
  await run(NOW + HOUR_MS + 15 * MINUTE_MS);
  expect(sent()).toHaveLength(101);
  expect(moreCounts()).toEqual([[0], [0], [0], [0], [37], [0]]);
});

test('a channel hears of matches that are only counted, because the day’s limit is reached', async () => {
  await run(NOW - 15 * MINUTE_MS);
  publish(1, 'On ledgers.');
  const roomForMatches = () => Promise.resolve(0);
  await run(NOW, { store: { ...outbox.store(), roomForMatches } });
  const sections = messages.flatMap((id) => outbox.digests.get(id)!.sections);
  expect(sections.map(({ moreCount }) => moreCount)).toEqual([1]);
});

test('matches of an alert without mail only go to channels until mail is switched on', async () => {
  save('000', 'ledgers', { mail: false });
  outbox.preferences.set('ada', {
    cadence: 'hourly',
    hour: 8,
    weekday: 1,
    timeZone: 'UTC',
    updatedAtMs: SAVED,
  });
  publish(1, 'On ledgers.');
  await run(NOW + HOUR_MS);
  expect([sent(), mails]).toEqual([['hook 000 1'], []]);
  save('000', 'ledgers', { changedAtMs: NOW + HOUR_MS, mailedSinceMs: NOW + HOUR_MS });
  publish(2, 'On ledgers.', { pubDateMs: NOW + HOUR_MS, ingestedAtMs: NOW + HOUR_MS });
  await run(NOW + 2 * HOUR_MS);
  expect([messages.length, mails.length]).toEqual([2, 1]);
  const [mail] = mails.map((id) => outbox.digests.get(id)!.sections);
  expect(mail!.flatMap(({ episodes: shown }) => shown.map(({ title }) => title))).toEqual([
    'Episode 2',
  ]);
});

test('a channel ignores a new alert in the slot of a chosen alert', async () => {
  open('hook', { alerts: ['000'], chosenAtMs: NOW - 2 * DAY_MS });
  const later = NOW - DAY_MS;
  save('000', 'compilers', { alertId: identity('000', later), sinceMs: later });
  publish(1, 'On compilers.');
  await run();
  expect(sent()).toEqual([]);
  open('hook', { alerts: ['000'], chosenAtMs: NOW });
  publish(2, 'On compilers.');
  await run(NOW + 15 * MINUTE_MS);
  expect(sent()).toEqual(['hook 000 2']);
});

test('a channel gets nothing from before it was opened or while it is off', async () => {
  publish(1, 'On ledgers.', { ingestedAtMs: NOW - 3 * HOUR_MS, pubDateMs: NOW - 3 * HOUR_MS });
  publish(2, 'On ledgers.');
  open('hook', { sinceMs: NOW - HOUR_MS });
  open('off', { state: 'off' });
  await run();
  expect(sent()).toEqual(['hook 000 2']);
});

test('all matches are sent, oldest first, in at most five messages per run', async () => {
  for (let number = 1; number <= 23; number += 1) publish(number, 'On ledgers.');
  const fits = () => 3;
  expect((await run(NOW, { fits })).messages).toBe(5);
  expect((await run(NOW + 15 * MINUTE_MS, { fits })).messages).toBe(3);
  expect((await run(NOW + 30 * MINUTE_MS, { fits })).messages).toBe(0);
  expect(sent()).toEqual(Array.from({ length: 23 }, (_, index) => `hook 000 ${index + 1}`));
});

test('a run creates mails before messages', async () => {
  const hourly = { cadence: 'hourly', hour: 8, weekday: 1, timeZone: 'UTC', updatedAtMs: SAVED };
  outbox.preferences.set('ada', { ...hourly, cadence: 'hourly' });
  for (let number = 1; number <= 9; number += 1) publish(number, 'On ledgers.');
  const order: boolean[] = [];
  const memory = outbox.store();
  const store: OutboxStore = {
    ...memory,
    createDigest: (wish) => {
      order.push(wish.channelId === undefined);
      return memory.createDigest(wish);
    },
  };
  await run(NOW + HOUR_MS, { store, fits: () => 3 });
  expect(order).toEqual([true, false, false, false]);
});

test('a channel gets no new message while it is paused or a failed message is pending', async () => {
  publish(1, 'On ledgers.');
  await run();
  const [first = ''] = messages;
  const hook = () => outbox.channels.get('hook')!;
  const change = (fields: Partial<StoredChannel>) =>
    outbox.channels.set('hook', { ...hook(), ...fields });
  change({
    pausedUntilMs: NOW + HOUR_MS,
    failingSinceMs: NOW,
    underWay: { id: first, untilMs: NOW },
  });
  publish(2, 'On ledgers.');
  await run(NOW + 15 * MINUTE_MS);
  expect(messages).toHaveLength(1);
  await run(NOW + 61 * MINUTE_MS);
  expect(messages).toHaveLength(1);
  change({ pausedUntilMs: undefined, failingSinceMs: undefined, underWay: undefined });
  await run(NOW + 76 * MINUTE_MS);
  expect(sent()).toEqual(['hook 000 1', 'hook 000 2']);
});

test('a failing channel gets one new message per run', async () => {
  for (let number = 1; number <= 9; number += 1) publish(number, 'On ledgers.');
  outbox.channels.set('hook', { ...outbox.channels.get('hook')!, failingSinceMs: NOW });
  await run(NOW, { fits: () => 3 });
  expect(messages).toHaveLength(1);
});

test('a channel gets at most 200 messages a day, and the rest on the next day', async () => {
  for (let number = 1; number <= 12; number += 1) publish(number, 'On ledgers.');
  const fits = () => 1;
  await run(NOW, { fits });
  const ledger = outbox.ledgers.get('ada hook')!;
  outbox.ledgers.set('ada hook', { ...ledger, digests: { '2026-11-21': 198 } });
  expect((await run(NOW + 15 * MINUTE_MS, { fits })).messages).toBe(2);
  expect((await run(NOW + 30 * MINUTE_MS, { fits })).messages).toBe(0);
  expect((await run(NOW + DAY_MS, { fits })).messages).toBe(5);
  expect(sent()).toHaveLength(12);
});

test('a followers-only show is only sent to channels of its followers', async () => {
  const feed = 'https://show.example/feed';
  publish(1, 'On ledgers.', { forFollowers: true });
  await run();
  expect(sent()).toEqual([]);
  outbox.preferences.set('ada', {
    cadence: 'paused',
    hour: 8,
    weekday: 1,
    timeZone: 'UTC',
    updatedAtMs: NOW,
    followedShows: [showIdOf(feed)],
  });
  await run(NOW + 15 * MINUTE_MS);
  expect(sent()).toEqual(['hook 000 1']);
});

test('people without channels and channels without matches cost no reads', async () => {
  let reads = 0;
  const counted = (): OutboxStore => {
    const store = outbox.store();
    return {
      ...store,
      createDigest: (wish) => {
        reads += 3 + (wish.channelId === undefined ? 0 : 1);
        return store.createDigest(wish);
      },
    };
  };
  outbox.saveAlert({
    uid: 'grace',
    alertId: identity('000'),
    keyword: 'ledgers',
    sinceMs: SAVED,
  });
  publish(1, 'On ledgers.');
  await run(NOW, { store: counted() });
  // Reads the message, sent log, pending matches and channel once. Nothing is left for a second message.
  expect(reads).toBe(4);
  await run(NOW + 15 * MINUTE_MS, { store: counted() });
  expect(reads).toBe(4);
  outbox.channels.clear();
  outbox.channelsChangedAtMs.set('ada', NOW + 15 * MINUTE_MS);
  publish(2, 'On ledgers.');
  await run(NOW + 30 * MINUTE_MS, { store: counted() });
  expect(reads).toBe(4);
});

test('an error of one channel does not affect the others, and the next run retries it', async () => {
  open('chat', { kind: 'slack' });
  publish(1, 'On ledgers.');
  const memory = outbox.store();
  const store: OutboxStore = {
    ...memory,
    createDigest: (wish) =>
      wish.channelId === 'chat' ? Promise.reject(new Error('no')) : memory.createDigest(wish),
  };
  await run(NOW, { store });
  expect(sent()).toEqual(['hook 000 1']);
  await run(NOW + 15 * MINUTE_MS);
  expect(sent()).toEqual(['hook 000 1', 'chat 000 1']);
});
