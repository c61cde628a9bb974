import { setTimeout as pause } from 'node:timers/promises';
import { Bytes, Timestamp } from 'firebase/firestore/lite';
import { beforeAll, expect, test } from 'vitest';
import { alertIdentity, DAY_MS, HOUR_MS } from '../../functions/src/contract/index.ts';
import { claim, record } from '../../functions/src/alerts/outbox/claim-digest.ts';
import { firestoreOutbox } from '../../functions/src/alerts/outbox/firestore-outbox.ts';
import { digestFields } from '../../functions/src/alerts/outbox/outbox-documents.ts';
import { digestId, messageId } from '../../functions/src/alerts/outbox/digest.ts';
import {
  isOnItsWay,
  LEASE_MS,
  queuedProgress,
} from '../../functions/src/alerts/outbox/digest-progress.ts';
import { resendMessage } from '../../functions/src/alerts/outbox/resend-message.ts';
import {
  keyHash,
  pairBytes,
  sectionPairs,
  withDigest,
} from '../../functions/src/alerts/outbox/sent-log.ts';
import { operatorCounts } from '../../functions/src/site/health/operator-counts.ts';
import { outboxAges } from '../../functions/src/site/health/outbox-ages.ts';
import { sampleDigestEpisode } from '../../functions/src/delivery/mail/digest/fixtures/sample-digest-episode.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { itemId, matchId } from '../../functions/src/platform/item-id.ts';
import { projectId } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';
import { unique } from '../support/unique.ts';

const now = Date.UTC(2026, 10, 21, 12);

// Uses a separate database, because schedules in other test files would send these digests.
beforeAll(() => {
  process.env['GCLOUD_PROJECT'] = `${projectId()}-outbox`;
});

const documents = useDocuments();
const store = async () => firestoreOutbox(await database());
const person = (name: string) => `${name}-${unique()}`;

const MATCH = {
  id: 1,
  item: 'https://show.example/feed 1',
  title: 'Ledgers',
  podcast: 'The Show',
  link: 'https://show.example/1',
  pubDateMs: now,
  ingestedAtMs: now,
};
const HASH = keyHash(MATCH.item);

/** Adds a match of each alert. */
async function addMatches(uid: string, alertIds: readonly string[], to = 'mail', slowMs = 0) {
  const { addMatches: add } = await store();
  return add(uid, {
    matches: alertIds.map((alertId) => ({
      id: matchId(alertId, itemId(MATCH.item)),
      alert: { uid, alertId, keyword: 'ledgers', sinceMs: now },
      words: 'words',
      keys: [`${alertId} key`],
      isKnown: (has: (key: string) => boolean) => has(`${alertId} key`),
      facts: MATCH,
      to: [to],
    })),
    counted: [],
    nowMs: now,
    show: async (missing) => {
      await pause(slowMs);
      return missing.map(() => SHOWN);
    },
  });
}

const SHOWN = sampleDigestEpisode({ title: 'Ledgers', excerpt: '', pubDateMs: now });

const matchPath = (uid: string, alertId: string) =>
  `users/${uid}/matches/${matchId(alertId, itemId(MATCH.item))}`;

test('stores matches once, and none for a deleted person', async () => {
  const uid = person('matched');
  const createdAt = Timestamp.fromMillis(now);
  const alertId = alertIdentity('000', now);
  expect(await addMatches(uid, [alertId])).toEqual(new Set());
  expect(await documents.read(matchPath(uid, alertId))).toBeNull();
  await documents.seed({ [`users/${uid}/alerts/000`]: { keyword: 'Ledgers', createdAt } });
  expect(await addMatches(uid, [alertId])).toEqual(new Set(['mail']));
  const stored = await documents.read(matchPath(uid, alertId));
  expect(stored).toMatchObject({ alert: alertId, words: 'words', facts: MATCH, waiting: ['mail'] });
  expect(await addMatches(uid, [alertId])).toEqual(new Set(['mail']));
  expect(await documents.read(matchPath(uid, alertId))).toEqual(stored);
});

test('two runs at once store the matches of many people once', async () => {
  const alertId = alertIdentity('000', now);
  const createdAt = Timestamp.fromMillis(now);
  const uids = Array.from({ length: 12 }, () => person('contended'));
  for (const uid of uids) {
    await documents.seed({ [`users/${uid}/alerts/000`]: { keyword: 'Ledgers', createdAt } });
  }
  const runs = [1, 2].flatMap(() => uids.map((uid) => addMatches(uid, [alertId], 'mail', 200)));
  for (const waiting of await Promise.all(runs)) expect(waiting).toEqual(new Set(['mail']));
  for (const uid of uids) {
    expect(await documents.read(matchPath(uid, alertId))).toMatchObject({ waiting: ['mail'] });
  }
});

test('moves matches into a digest, and lets them wait again if it was not mailed', async () => {
  const uid = person('taken');
  const alertId = alertIdentity('000', now);
  const createdAt = Timestamp.fromMillis(now);
  await documents.seed({ [`users/${uid}/alerts/000`]: { keyword: 'Ledgers', createdAt } });
  await addMatches(uid, [alertId]);
  const id = digestId(uid, now);
  const { createDigest, changeDigest } = await store();
  const keys = pairBytes([HASH]);
  const section = { alertId, keyword: 'Ledgers', moreCount: 0, episodeIds: keys, keys };
  let found: readonly string[] = [];
  await createDigest({
    id,
    uid,
    decide: ({ sentLog, waiting }) => {
      found = waiting.matches.map(({ episode }) => episode.match);
      return {
        digest: {
          uid,
          slotMs: now,
          cadence: 'daily',
          ...queuedProgress(now),
          sections: [{ ...section, episodes: [SHOWN], keyCounts: [1], matches: [...found] }],
        },
        sentLog: withDigest(sentLog, sectionPairs(section), { digestId: id, atMs: now }),
        taken: found,
      };
    },
  });
  expect(found).toEqual([matchPath(uid, alertId).split('/').at(-1)]);
  expect(await documents.read(matchPath(uid, alertId))).toMatchObject({ waiting: [] });
  const lastEmail = async () =>
    (await documents.read(`users/${uid}/ledger/pending`))?.['last'] as unknown;
  expect(await lastEmail()).toEqual({ [alertId]: { atMs: now, episodes: 1 } });
  await changeDigest(id, (digest) => ({
    digest: { ...digest, state: 'failed', code: 'bounce', finishedAtMs: now },
    record: null,
    unmailed: digest.sections,
  }));
  expect(await documents.read(matchPath(uid, alertId))).toMatchObject({ waiting: ['mail'] });
  expect(await lastEmail()).toEqual({});
});

test('turns what version 1.1 left waiting into matches, which wait again if they were not mailed', async () => {
  const uid = person('former');
  const alertId = alertIdentity('000', now);
  await documents.seed({
    [`users/${uid}/alerts/000`]: { keyword: 'Ledgers', createdAt: Timestamp.fromMillis(now) },
    [`users/${uid}/ledger/pending`]: {
      episodes: { [HASH]: MATCH },
      alerts: {
        [alertId]: { words: 'words', keys: Bytes.fromUint8Array(pairBytes([HASH])), beyond: 3 },
      },
      last: { [alertId]: { atMs: 1, episodes: 2 } },
    },
  });
  const { createDigest } = await store();
  const counts: number[] = [];
  const plan = (id: string) =>
    createDigest({
      id,
      uid,
      decide: ({ sentLog, waiting }) => {
        counts.push(...waiting.counts.map(({ count }) => count));
        const taken = waiting.matches.map(({ episode }) => episode.match);
        return { digest: null, sentLog, taken: id === 'first' ? [] : taken };
      },
    });
  await plan('first');
  expect(await documents.read(matchPath(uid, alertId))).toMatchObject({
    alert: alertId,
    query: { keyword: 'Ledgers' },
    facts: MATCH,
    episode: { title: 'Ledgers' },
    waiting: ['mail'],
  });
  expect(await documents.read(`users/${uid}/ledger/pending`)).toEqual({
    alerts: {},
    episodes: {},
    last: { [alertId]: { atMs: 1, episodes: 2 } },
  });
  await plan('second');
  expect(await documents.read(matchPath(uid, alertId))).toMatchObject({ waiting: [] });
  expect(counts).toEqual([3, 3]);
});

test('waits for the previous digest before it creates another', async () => {
  const uid = person('waiting');
  const { createDigest } = await store();
  const create = (slotMs: number, waits: boolean) =>
    createDigest({
      id: digestId(uid, slotMs),
      uid,
      waitsFor: waits ? isOnItsWay : undefined,
      decide: ({ sentLog }) => ({
        taken: [],
        digest: { uid, slotMs, cadence: 'hourly', sections: [], ...queuedProgress(now) },
        sentLog: withDigest(sentLog, new Uint8Array(), {
          digestId: digestId(uid, slotMs),
          atMs: slotMs,
        }),
      }),
    });
  expect(await create(now, true)).toBe('created');
  expect(await create(now + HOUR_MS, true)).toBe('waits');
  expect(await create(now + HOUR_MS, false)).toBe('created');
  const path = `digests/${digestId(uid, now + HOUR_MS)}`;
  expect(await create(now + 2 * HOUR_MS, true)).toBe('waits');
  await documents.seed({ [path]: { ...(await documents.read(path)), state: 'sent' } });
  expect(await create(now + 2 * HOUR_MS, true)).toBe('created');
  await documents.remove(`digests/${digestId(uid, now + 2 * HOUR_MS)}`);
  expect(await create(now + 3 * HOUR_MS, true)).toBe('created');
});

test('passes on only alerts that exist and are not paused', async () => {
  const uid = person('asking');
  const identity = (slot: string) => alertIdentity(slot, now);
  const createdAt = Timestamp.fromMillis(now);
  await documents.seed({
    [`users/${uid}/alerts/001`]: { keyword: 'Graphs', createdAt },
    [`users/${uid}/alerts/002`]: { keyword: 'Paused', createdAt, paused: true },
    [`users/${uid}/alerts/000`]: { keyword: 'Slot', createdAt },
  });
  await addMatches(uid, [...['000', '001', '002', '003'].map(identity), '000-another']);
  const { createDigest } = await store();
  let found: ReadonlySet<string> = new Set();
  const outcome = await createDigest({
    id: digestId(uid, now),
    uid,
    decide: ({ active }) => {
      found = new Set(active.keys());
      return null;
    },
  });
  expect(outcome).toBe('nothing');
  expect(found).toEqual(new Set(['000', '001'].map(identity)));
});

test('queues a failed message again for its owner, logs it as sent, and finds it without its task', async () => {
  const uid = person('again');
  const id = messageId(uid, 'hook', now, 0);
  const createdAt = Timestamp.fromMillis(now);
  const section = { alertId: '000-1', keyword: 'ledgers', episodes: [], moreCount: 0 };
  const keys = Buffer.from('0123456789abcdef', 'hex');
  const made = digestFields({
    uid,
    slotMs: now,
    cadence: 'hourly',
    channel: { id: 'hook', kind: 'webhook' },
    ...queuedProgress(now),
    state: 'failed',
    attempt: 10,
    code: 'gave-up',
    finishedAtMs: now + DAY_MS,
    sections: [{ ...section, episodeIds: new Uint8Array(), keys }],
  });
  const admin = await database();
  await admin.doc(`digests/${id}`).set(made);
  const channel = { kind: 'webhook', name: 'Hook', host: 'hook.example', alerts: 'all', createdAt };
  const outbox = await store();
  const tasks: string[] = [];
  const messages = { enqueue: (task: string) => Promise.resolve(void tasks.push(task)) };
  const resend = (by: string, state: string) =>
    documents
      .seed({ [`users/${uid}/channels/hook`]: { ...channel, state } })
      .then(() => resendMessage({ store: outbox, messages }, by, id, now + 2 * DAY_MS));
  expect(await resend(person('other'), 'on')).toBe('not-found');
  expect(await resend(uid, 'failing')).toBe('off');
  expect(await resend(uid, 'on')).toBe('queued');
  expect(await resend(uid, 'on')).toBe('not-failed');
  expect(tasks).toEqual([id]);
  expect(await documents.read(`digests/${id}`)).toMatchObject({
    state: 'queued',
    dueAt: Timestamp.fromMillis(now + 2 * DAY_MS),
  });
  expect(await documents.read(`users/${uid}/ledger/hook`)).toHaveProperty('last.digestId', id);
  const stuck = await outbox.stuckDigests(now + 3 * DAY_MS, now + 3 * DAY_MS, 100);
  expect(stuck.find((each) => each.id === id)).toMatchObject({ isMessage: true, attempt: 10 });
});

test.each(['mail', 'channel'])(
  'retries a refused %s in the plain form and records the refusal',
  async (to) => {
    const uid = person('plain');
    const outbox = await store();
    const isChannel = to === 'channel';
    const id = isChannel ? messageId(uid, 'hook', now, 0) : digestId(uid, now);
    const createdAt = Timestamp.fromMillis(now - DAY_MS);
    const channel = {
      kind: 'webhook',
      name: 'Hook',
      host: 'hook.example',
      alerts: 'all',
      createdAt,
    };
    await documents.seed({ [`users/${uid}/channels/hook`]: { ...channel, state: 'on' } });
    const episodes = [1, 2].map((number) =>
      sampleDigestEpisode({
        title: `${number}`,
        link: `https://show.example/${number}`,
        excerpt: '',
        pubDateMs: now + number,
      }),
    );
    const keys = Buffer.from('0123456789abcdef0123456789abcdee', 'hex');
    const section = { alertId: '000-1', keyword: 'ledgers', episodes, moreCount: 0 };
    const digest = {
      uid,
      slotMs: now,
      cadence: 'hourly' as const,
      ...queuedProgress(now),
      ...(isChannel && { channel: { id: 'hook', kind: 'webhook' as const } }),
      sections: [{ ...section, episodeIds: keys, keys, keyCounts: [1, 1] }],
    };
    const pairs = sectionPairs(digest.sections[0]!);
    const made = await outbox.createDigest({
      id,
      uid,
      ...(isChannel && { channelId: 'hook' }),
      decide: ({ sentLog }) => ({
        digest,
        taken: [],
        sentLog: withDigest(sentLog, pairs, { digestId: id, atMs: now }),
      }),
    });
    expect(made).toBe('created');
    const channelNow = () => documents.read(`users/${uid}/channels/hook`);
    if (isChannel) expect(await channelNow()).not.toHaveProperty('underWay');

    const queued: string[] = [];
    const parts = {
      store: outbox,
      now: () => now,
      deliverAt: (task: string) => Promise.resolve(void queued.push(task)),
    };
    const attempt = async (task: string, kind: 'refused' | 'accepted', isPlain: boolean) => {
      const claimed = await claim(parts, task, { onlyLook: false });
      if (typeof claimed === 'string') return claimed;
      if (isChannel) {
        const underWay = { id, untilMs: now + LEASE_MS };
        expect(await channelNow()).toMatchObject({ underWay });
      }
      const { sections } = claimed;
      return record(parts, task, claimed, {
        ...(kind === 'accepted'
          ? { outcome: { kind, messageId: 'm' } as const, end: { kind } as const }
          : {
              outcome: { kind: 'rejected', reason: 'status-403' } as const,
              end: { kind: 'failed', reason: 'It refuses.' } as const,
              isRefused: true,
            }),
        sent: { subject: 'news', sections, isPlain },
      });
    };
    expect(await attempt(id, 'refused', false)).toBe('settled');
    expect(queued).toEqual([id]);
    expect(await documents.read(`digests/${id}`)).toMatchObject({
      state: 'queued',
      code: 'status-403',
      isPlain: true,
    });
    expect(await documents.read(`users/${uid}/deliveries/${id}`)).toBeNull();
    expect(await attempt(id, 'refused', true)).toBe('settled');
    expect(queued).toEqual([id]);
    const history = await documents.read(`users/${uid}/deliveries/${id}`);
    expect(history).toMatchObject({ state: 'failed', code: 'status-403', alerts: [{ count: 2 }] });
    // The digest has no ids of matches, like those of version 1.1, so its matches are stored anew.
    const admin = await database();
    const matches = await admin.collection(`users/${uid}/matches`).get();
    expect(
      matches.docs.map((each) =>
        ['alert', 'waiting', 'facts.isRefused'].map((name) => each.get(name) as unknown),
      ),
    ).toEqual(Array(2).fill(['000-1', [isChannel ? 'hook' : 'mail'], true]));
    if (!isChannel) return;
    const paused = await channelNow();
    expect(paused).toMatchObject({ pausedUntil: Timestamp.fromMillis(now + 30_000) });
    expect(paused).not.toHaveProperty('underWay');
  },
);

test('counts everything for the operator and reports the age of the oldest', async () => {
  const firestore = await database();
  const before = await operatorCounts(firestore, now);
  const uid = person('counted');
  const at = (atMs: number) => Timestamp.fromMillis(atMs);
  const mail = { uid, slotMs: now, cadence: 'daily' as const, sections: [] };
  const message = { ...mail, channel: { id: 'hook', kind: 'webhook' as const } };
  const stored = {
    // The two pending digests are older than all others of this file, so that `outboxAges` reports them.
    [`digests/${uid}-waits`]: digestFields({ ...mail, ...queuedProgress(now - 400 * DAY_MS) }),
    [`digests/${uid}-sent`]: digestFields({ ...mail, ...queuedProgress(now), state: 'sent' }),
    [`digests/${uid}-hook`]: digestFields({ ...message, ...queuedProgress(now - 500 * DAY_MS) }),
  };
  for (const [path, fields] of Object.entries(stored)) await firestore.doc(path).set(fields);
  await documents.seed({
    [`users/${uid}`]: { cadence: 'daily' },
    [`users/${uid}/alerts/001`]: { keyword: 'Graphs', createdAt: at(now) },
    [`users/${uid}/channels/one`]: { state: 'on', failingSince: at(now) },
    [`users/${uid}/channels/two`]: { state: 'failing', failingSince: at(now) },
    [`users/${uid}/channels/three`]: { state: 'on' },
    [`suppressions/${uid}`]: { reason: 'bounce', at: at(now) },
  });
  const after = await operatorCounts(firestore, now);
  expect({
    people: after.people - before.people,
    alerts: after.alerts - before.alerts,
    sent: after.mails.sent - before.mails.sent,
    waiting: after.mails.waiting - before.mails.waiting,
    messages: after.messages.waiting - before.messages.waiting,
    bounced: after.suppressed.bounce - before.suppressed.bounce,
    channels: after.channels.all - before.channels.all,
    failing: after.channels.failing - before.channels.failing,
    off: after.channels.off - before.channels.off,
  }).toEqual({
    people: 1,
    alerts: 1,
    sent: 1,
    waiting: 1,
    messages: 1,
    bounced: 1,
    channels: 3,
    failing: 2,
    off: 1,
  });
  expect(await outboxAges(firestore, now)).toEqual({
    oldestMailMs: 400 * DAY_MS,
    oldestMessageMs: 500 * DAY_MS,
  });
});
