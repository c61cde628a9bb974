import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, test, vi } from 'vitest';
import { alertIdentity, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import { storedOutbox } from '../fixtures/stored-outbox.ts';
import { memoryFirestore, writesOf } from '../../testing/memory-firestore.ts';
import type { Digest } from './digest.ts';
import { queuedProgress } from './digest-progress.ts';
import type { DigestChange } from './outbox-store.ts';
import {
  EMPTY_SENT_LOG,
  keyHash,
  pairBytes,
  sectionPairs,
  sentPairs,
  withDigest,
} from './sent-log.ts';
import { MAX_WAITING_READ, type Waiting } from './waiting.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const UID = 'ada';
const ALERT = alertIdentity('000', NOW);
const ITEM = 'https://show.example/feed 1';
const HASH = keyHash(ITEM);
const MATCH = {
  id: 1,
  item: ITEM,
  title: 'Ledgers',
  podcast: 'The Show',
  link: 'https://show.example/1',
  pubDateMs: NOW,
  ingestedAtMs: NOW,
};
const ID = '0'.repeat(20);
const SHOWN = sampleDigestEpisode({ title: 'Ledgers', excerpt: '', pubDateMs: NOW });
const HOOK = { id: 'hook', kind: 'webhook' } as const;
const CHANNEL = {
  ...HOOK,
  uid: UID,
  name: 'Hook',
  host: '',
  state: 'on' as const,
  alerts: 'all' as const,
  createdAtMs: NOW,
  sinceMs: NOW,
  chosenAtMs: NOW,
};

const section = {
  alertId: ALERT,
  keyword: 'ledgers',
  moreCount: 0,
  episodes: [SHOWN],
  episodeIds: pairBytes([HASH]),
  keys: pairBytes([HASH]),
  keyCounts: [1],
  matches: [ID],
};

const PAIRS = sectionPairs(section).length / pairBytes([HASH]).length;

const digestOf = (fields: Partial<Digest> = {}): Digest => ({
  uid: UID,
  slotMs: NOW,
  cadence: 'hourly',
  ...queuedProgress(NOW),
  sections: [section],
  ...fields,
});

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(NOW));

const matchesOf = ({ documents }: ReturnType<typeof storedOutbox>) =>
  [...documents.inCollection(`users/${UID}/matches`)].map(({ fields }) => fields);

/** A person with one alert and the channels `hook` and `chat`. */
function ada() {
  const outbox = storedOutbox(() => NOW);
  outbox.saveAlert({ uid: UID, alertId: ALERT, keyword: 'ledgers', sinceMs: NOW });
  outbox.preferences.set(UID, {
    cadence: 'hourly',
    hour: 9,
    weekday: 1,
    timeZone: 'UTC',
    updatedAtMs: NOW,
  });
  outbox.channels.set('hook', CHANNEL);
  outbox.channels.set('chat', { ...CHANNEL, id: 'chat' });
  const store = outbox.store();
  const add = (channelId = 'mail', alertId = ALERT) =>
    store.addMatches(UID, {
      matches: [
        {
          id: ID,
          alert: { uid: UID, alertId, keyword: 'ledgers', sinceMs: NOW },
          words: 'words',
          keys: ['key'],
          isKnown: (has) => has('key'),
          facts: MATCH,
          to: [channelId],
        },
      ],
      counted: [],
      nowMs: NOW,
      show: (missing) => Promise.resolve(missing.map(() => SHOWN)),
    });
  const wait = (key = UID) => outbox.waiting(key).map(({ path }) => path.split('/').at(-1));
  const create = (id: string, of: { channel?: typeof HOOK } = {}, waits = {}) =>
    store.createDigest({
      id,
      uid: UID,
      ...(of.channel && { channelId: of.channel.id }),
      ...waits,
      decide: ({ sentLog, active }) => ({
        digest: digestOf({ ...of, sections: active.size > 0 ? [section] : [] }),
        sentLog: withDigest(sentLog, sectionPairs(section), { digestId: id, atMs: NOW }),
        taken: [ID],
      }),
    });
  const end = (id: string, change: Partial<DigestChange> = {}) =>
    store.changeDigest(id, (digest) => ({
      digest: { ...digest, state: 'failed', code: 'bounce', finishedAtMs: NOW + HOUR_MS },
      record: null,
      unmailed: digest.sections,
      ...change,
    }));
  return { outbox, store, add, create, end, wait };
}

test('moves matches into a digest and its sent log, once', async () => {
  const { outbox, add, create, wait } = ada();
  await add();
  expect(await create('d')).toBe('created');
  expect(await create('d')).toBe('exists');
  expect(wait()).toEqual([]);
  expect(outbox.digests.get('d')).toEqual(digestOf());
  expect([...sentPairs(outbox.ledgers.get(UID)!)]).toHaveLength(PAIRS);
});

test('plans the newest of more matches than a plan reads', async () => {
  const { outbox, store, add } = ada();
  await add();
  const { fields } = outbox.documents.read(`users/${UID}/matches/${ID}`)!;
  const { set } = writesOf(outbox.documents, () => NOW);
  const foundAt = Timestamp.fromMillis(NOW + 1);
  for (let at = 0; at < MAX_WAITING_READ; at += 1) {
    set(`users/${UID}/matches/newer-${at}`, { ...fields, foundAt });
  }
  const planned: Waiting[] = [];
  const decide = ({ waiting }: { waiting: Waiting }) => {
    planned.push(waiting);
    return null;
  };
  await store.createDigest({ id: 'd', uid: UID, decide });
  const [{ matches, isAll }] = planned as [Waiting];
  expect(isAll).toBe(false);
  expect(matches).toHaveLength(MAX_WAITING_READ);
  expect(matches.every(({ episode }) => episode.match.startsWith('newer'))).toBe(true);
});

test('drops matches without a digest, and keeps when alerts were last mailed', async () => {
  const { outbox, store, add, wait } = ada();
  const pending = { last: { [ALERT]: { atMs: NOW, episodes: 2 } }, alerts: {}, episodes: {} };
  await memoryFirestore(outbox.documents).doc(`users/${UID}/ledger/pending`).set(pending);
  await add();
  const decide = () => ({ digest: null, sentLog: EMPTY_SENT_LOG, taken: [ID] });
  expect(await store.createDigest({ id: 'd', uid: UID, decide })).toBe('nothing');
  expect(wait()).toEqual([]);
  expect(outbox.digests.size + outbox.ledgers.size).toBe(0);
  expect(outbox.documents.read(`users/${UID}/ledger/pending`)?.fields).toEqual(pending);
});

test('notes for whom a match was unwanted, unless it still waits', async () => {
  const { outbox, store, add } = ada();
  await add();
  const decide = (taken: string[]) => () => {
    return { digest: null, sentLog: EMPTY_SENT_LOG, taken, unwanted: [ID] };
  };
  const unwantedBy = () =>
    outbox.documents.read(`users/${UID}/matches/${ID}`)?.fields['unwantedBy'];
  await store.createDigest({ id: 'd', uid: UID, decide: decide([]) });
  expect(unwantedBy()).toBeUndefined();
  await store.createDigest({ id: 'd', uid: UID, decide: decide([ID]) });
  expect(unwantedBy()).toEqual(['mail']);
});

test('passes no paused alerts to the planning', async () => {
  const { outbox, add, create } = ada();
  await add();
  outbox.pauseAlert(ALERT);
  await create('d');
  expect(outbox.digests.get('d')?.sections).toEqual([]);
});

test.each([
  ['news after a pause that ends by itself', 10, true],
  ['not news after a pause that ends by itself', 20, false],
  ['of an alert that is paused for good', undefined, false],
])('says if a match is held: %s', async (_, minutes, isHeld) => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW + MINUTE_MS);
  const { outbox, store, add } = ada();
  await add();
  outbox.pauseAlert(ALERT, minutes && NOW + minutes * MINUTE_MS);
  const planned: unknown[] = [];
  const decide = (seen: object) => {
    planned.push(seen);
    return null;
  };
  await store.createDigest({ id: 'd', uid: UID, decide });
  expect(planned).toMatchObject([{ isHeld, active: new Map() }]);
  expect(planned).toMatchObject([{ gone: new Set(minutes === undefined ? [ALERT] : []) }]);
});

test('waits for the last digest, and for the channel', async () => {
  const { create } = ada();
  await create('d');
  expect(await create('e', {}, { waitsFor: ({ state }: Digest) => state === 'queued' })).toBe(
    'waits',
  );
  expect(await create('e', {}, { waitsFor: ({ state }: Digest) => state === 'sent' })).toBe(
    'created',
  );
  const waits = { waitsForChannel: ({ state }: { state?: string }) => state === 'on' };
  expect(await create('m', { channel: HOOK }, waits)).toBe('waits');
  expect(await create('m', { channel: HOOK })).toBe('created');
});

test.each(['off', 'gone', 'failing'] as const)(
  'creates no message for a channel that is %s',
  async (state) => {
    const { outbox, create } = ada();
    outbox.channels.set('hook', { ...CHANNEL, state });
    expect(await create('m', { channel: HOOK })).toBe('nothing');
    expect(outbox.digests.size).toBe(0);
  },
);

test('a failed mail leaves the sent log, waits again and marks its person', async () => {
  const { outbox, store, add, create, end, wait } = ada();
  await add();
  await create('d');
  expect(await end('d')).toMatchObject({ state: 'failed' });
  expect(outbox.digests.get('d')).toMatchObject({ state: 'failed', code: 'bounce' });
  expect([...sentPairs(outbox.ledgers.get(UID)!)]).toEqual([]);
  expect(wait()).toEqual([ID]);
  expect(await store.preferencesOf(UID)).toMatchObject({
    hour: 9,
    unmailedAtMs: NOW + HOUR_MS,

    unmailedFor: 'bounce',
  });
  expect(await end('none')).toBeNull();
});

test('matches that are only counted wait again beside those of other destinations', async () => {
  const { outbox, store, end } = ada();
  const COUNTED = '1'.repeat(20);
  const alert = { uid: UID, alertId: ALERT, keyword: 'ledgers', sinceMs: NOW };
  const changes = [1, 2].map((atMs) => ({ atMs, to: ['mail', 'hook'] }));
  const counted = [{ id: COUNTED, alert, words: 'words', changes }];
  await store.addMatches(UID, {
    matches: [],
    counted,
    nowMs: NOW,
    show: () => Promise.resolve([]),
  });
  const stored = () => outbox.documents.read(`users/${UID}/matches/${COUNTED}`)?.fields;
  await store.createDigest({
    id: 'd',
    uid: UID,
    decide: ({ sentLog }) => ({
      digest: digestOf({ sections: [{ ...section, matches: [], counts: { [COUNTED]: 2 } }] }),
      sentLog,
      taken: [COUNTED],
    }),
  });
  expect(stored()).toMatchObject({ waits: { hook: 2 }, waiting: ['hook'] });
  await end('d');
  expect(stored()).toMatchObject({ waits: { hook: 2, mail: 2 }, waiting: ['hook', 'mail'] });
});

test('sends what version 1.1 left for mail and for a channel where it was to go', async () => {
  const { outbox, store } = ada();
  const firestore = memoryFirestore(outbox.documents);
  const leave = (document: string, keys: Uint8Array) =>
    firestore.doc(`users/${UID}/ledger/${document}`).set({
      episodes: { [HASH]: MATCH },
      alerts: { [ALERT]: { words: 'words', keys, beyond: 0 } },
    });
  await leave('pending', new Uint8Array());
  await leave('pending-hook', pairBytes([HASH]));
  const found: number[] = [];
  for (const channelId of [undefined, 'hook']) {
    await store.createDigest({
      id: `for ${channelId ?? 'mail'}`,
      uid: UID,
      ...(channelId !== undefined && { channelId }),
      decide: ({ sentLog, waiting }) => {
        found.push(waiting.matches.length);
        return { digest: null, sentLog, taken: [] };
      },
    });
  }
  expect(found).toEqual([0, 1]);
  expect(outbox.documents.read(`users/${UID}/ledger/pending-hook`)).toBeUndefined();
});

test.each([
  { isTaken: true, later: 0, waiting: [], waits: {} },
  { isTaken: false, later: 1, waiting: ['mail'], waits: { mail: 2 } },
])('stores what version 1.1 left for mail as matches, once: $isTaken', async (given) => {
  const { isTaken, later, waiting, waits } = given;
  const { outbox, store } = ada();
  await memoryFirestore(outbox.documents)
    .doc(`users/${UID}/ledger/pending`)
    .set({
      episodes: { [HASH]: MATCH },
      alerts: { [ALERT]: { words: 'words', keys: pairBytes([HASH]), beyond: 2 } },
    });
  const found: number[] = [];
  for (const id of ['first', 'second']) {
    await store.createDigest({
      id,
      uid: UID,
      decide: ({ sentLog, waiting: { matches, counts } }) => {
        found.push(matches.length);
        const ids = [...matches.map(({ episode }) => episode.match), ...counts.map(({ id }) => id)];
        return { digest: null, sentLog, taken: isTaken ? ids : [] };
      },
    });
  }
  expect(found).toEqual([1, later]);
  const stored = matchesOf(outbox);
  const common = { alert: ALERT, query: { keyword: 'ledgers' }, waiting };
  expect(stored).toHaveLength(2);
  expect(stored).toContainEqual(expect.objectContaining({ ...common, count: 2, waits }));
  const match = stored.find((each) => 'facts' in each);
  expect(match).toMatchObject({ ...common, facts: MATCH });
  expect(match).not.toHaveProperty('waits');
});

test.each([
  ['refused in its plain form', true],
  ['that failed', false],
])('lets matches of a mail %s wait again, even those of version 1.1', async (_how, isPlain) => {
  const { outbox, add, create, end } = ada();
  await add();
  await create('d');
  const { matches, ...former } = section;
  const ofAlert = { ...section, episodes: [{ ...SHOWN, match: ID }], matches };
  const sections = [ofAlert, { ...former, moreCount: 3 }];
  outbox.digests.set('d', digestOf({ sections, ...(isPlain && { isPlain: true as const }) }));
  await end('d');
  const stored = matchesOf(outbox);
  expect(stored).toHaveLength(3);
  const waiting = ['mail'];
  const counted = { alert: ALERT, waiting, count: 3, waits: { mail: 3 } };
  expect(stored).toContainEqual(expect.objectContaining(counted));
  for (const match of stored.filter((each) => 'facts' in each)) {
    expect(match).toMatchObject({ alert: ALERT, query: { keyword: 'ledgers' }, waiting });
    expect(match).toHaveProperty('facts.title', 'Ledgers');
    expect(match).not.toHaveProperty('waits');
    if (isPlain) expect(match).toHaveProperty('facts.isRefused', true);
    else expect(match).not.toHaveProperty('facts.isRefused');
  }
});

test('lets a match that version 1.1 left for mail and a channel wait for both', async () => {
  const { outbox, store } = ada();
  const left = {
    episodes: { [HASH]: MATCH },
    alerts: { [ALERT]: { words: 'words', keys: pairBytes([HASH]), beyond: 0 } },
  };
  for (const [id, of] of Object.entries({ pending: {}, 'pending-hook': { channelId: 'hook' } })) {
    await memoryFirestore(outbox.documents).doc(`users/${UID}/ledger/${id}`).set(left);
    const decide = () => ({ digest: null, sentLog: EMPTY_SENT_LOG, taken: [] });
    await store.createDigest({ id, uid: UID, ...of, decide });
  }
  expect(matchesOf(outbox)).toMatchObject([{ waiting: ['mail', 'hook'] }]);
});

test('a match that its person has deleted does not wait again', async () => {
  const { outbox, add, create, end, wait } = ada();
  await add();
  await create('d');
  await memoryFirestore(outbox.documents).doc(`users/${UID}/matches/${ID}`).delete();
  expect(await end('d')).toMatchObject({ state: 'failed' });
  expect(wait()).toEqual([]);
});

test.each([
  ['the only mail', {}],
  ['a mail after one of another alert', { [alertIdentity('001', NOW)]: { atMs: 5, episodes: 2 } }],
])('forgets that %s has come if it fails', async (_which, before) => {
  const { outbox, add, create, end } = ada();
  const mails = memoryFirestore(outbox.documents).doc(`users/${UID}/ledger/pending`);
  await mails.set({ last: before, alerts: {}, episodes: {} });
  await add();
  await create('d');
  expect((await mails.get()).get('last')).toEqual({
    ...before,
    [ALERT]: { atMs: NOW, episodes: 1 },
  });
  await end('d');
  expect((await mails.get()).get('last')).toEqual(before);
});

test('ends a mail whose sent log is gone with the account, and brings nothing back', async () => {
  const { outbox, add, create, end, wait } = ada();
  await add();
  await create('d');
  await memoryFirestore(outbox.documents).doc(`users/${UID}/ledger/sent`).delete();
  expect(await end('d')).toMatchObject({ state: 'failed' });
  expect(wait()).toEqual([]);
  expect(outbox.ledgers.get(UID)).toBeUndefined();
});

test('a failed message changes only its channel, whose next run finds the matches', async () => {
  const { outbox, store, add, create, end, wait } = ada();
  await add('hook');
  await create('d');
  await create('m', { channel: HOOK });
  const before = await store.preferencesOf(UID);
  await end('m', { channel: { failingSinceMs: NOW, failure: 'It fails.' } });
  expect(wait(`${UID} hook`)).toEqual([ID]);
  expect([...sentPairs(outbox.ledgers.get(`${UID} hook`)!)]).toEqual([]);
  expect([...sentPairs(outbox.ledgers.get(UID)!)]).toHaveLength(PAIRS);
  expect(outbox.channels.get('hook')).toMatchObject({ state: 'on', failure: 'It fails.' });
  const after = await store.preferencesOf(UID);
  expect(after).toMatchObject({ unmailedAtMs: null, channels: before.channels });
  expect(outbox.documents.read(`users/${UID}`)!.updateTime.toMillis()).toBe(NOW);
});

test('a channel that fails for good leaves the entries of its owner, and only this one', async () => {
  const { outbox, store, create, end } = ada();
  await create('m', { channel: HOOK });
  const changed = () => outbox.documents.read(`users/${UID}`)?.fields['channelsChangedAt'];
  const before = changed();
  await end('m', { unmailed: [], channel: { state: 'failing' } });
  expect((await store.preferencesOf(UID)).channels?.map(({ id }) => id)).toEqual(['chat']);
  expect(outbox.channels.get('hook')).toMatchObject({ state: 'failing' });
  expect(changed()).not.toEqual(before);
});

test('marks the person when a message fails', async () => {
  const { outbox, add, create, end } = ada();
  await add('hook');
  await create('m', { channel: HOOK });
  const changed = () => outbox.documents.read(`users/${UID}`)?.fields['channelsChangedAt'];
  const before = changed();
  await end('m');
  expect(changed()).not.toEqual(before);
});

test('logs the pairs of a message that is sent again', async () => {
  const { outbox, add, create, end } = ada();
  await add('hook');
  await create('m', { channel: HOOK });
  await end('m');
  await end('m', { unmailed: [], sentAgain: sectionPairs(section) });
  expect([...sentPairs(outbox.ledgers.get(`${UID} hook`)!)]).toHaveLength(PAIRS);
});

test('writes the history', async () => {
  const { outbox, create, end } = ada();
  await create('d');
  const record = { atMs: NOW, state: 'sent', code: null, alerts: [], subject: 'news' } as never;
  await end('d', { unmailed: [], record });
  expect(outbox.records.get(`${UID}/d`)).toMatchObject({ subject: 'news', atMs: NOW });
});

test('finds stuck mails and messages, oldest first, and expired leases', async () => {
  const { outbox, store } = ada();
  const channel = HOOK;
  const sending = { state: 'sending', leaseUntilMs: NOW - 1 } as const;
  for (const [id, fields] of Object.entries({
    second: { createdAtMs: NOW - 2 },
    first: { createdAtMs: NOW - 3 },
    young: { createdAtMs: NOW },
    sent: { createdAtMs: NOW - 3, state: 'sent' },
    'due message': { channel, createdAtMs: NOW - 9, notBeforeMs: NOW - 1 },
    'later message': { channel, createdAtMs: NOW - 9, notBeforeMs: NOW + 1 },
    expired: sending,
    leased: { ...sending, leaseUntilMs: NOW + 1 },
  } satisfies Record<string, Partial<Digest>>)) {
    outbox.digests.set(id, digestOf(fields));
  }
  const idsOf = async (most: number) =>
    (await store.stuckDigests(NOW, NOW, most)).map(({ id }) => id);
  expect(await idsOf(9)).toEqual(['first', 'second', 'due message', 'expired']);
  expect(await idsOf(1)).toEqual(['first', 'due message', 'expired']);
  const [, , message] = await store.stuckDigests(NOW, NOW, 9);
  expect(message).toEqual({
    id: 'due message',
    state: 'queued',
    attempt: 0,
    createdAtMs: NOW - 9,
    notBeforeMs: NOW - 1,
    isMessage: true,
  });
});

test('knows which alerts are still active', async () => {
  const { outbox, store } = ada();
  const ids = async () => [
    ...(await store.stillActive(UID, [ALERT, alertIdentity('001', NOW)])).keys(),
  ];
  expect(await ids()).toEqual([ALERT]);
  outbox.pauseAlert(ALERT);
  expect(await ids()).toEqual([]);
  expect(await store.stillActive(UID, [])).toEqual(new Map());
});
