import { expect, test } from 'vitest';
import { DAY_MS, type EpisodeAnswer, HOUR_MS } from '../contract/index.ts';
import { sampleEpisode } from '../contract/fixtures/sample-episode.ts';
import { countCalls } from '../platform/clients/count-call.ts';
import { firestoreDocuments, memoryFirestore, writesOf } from '../testing/memory-firestore.ts';
import { keepLog, logEntries } from '../testing/test-log.ts';
import { sharedMoments } from './shared-moments.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const MOMENT = { show: '0123456789abcdef0123', id: '0'.repeat(32), atS: 953 };
const SAID = [{ atMs: 953_000, text: 'Then I found the bakery.', speaker: 'Ann' }];
const EPISODE = sampleEpisode({
  id: MOMENT.id,
  showId: MOMENT.show,
  title: 'Crumbs',
  description: 'Long notes',
  audio: 'https://audio.example/1.mp3',
  duration_s: 1800,
  chapters: [{ title: 'One', atMs: 5 }],
});

function found(about: Partial<NonNullable<EpisodeAnswer['about']>> = {}): EpisodeAnswer {
  const facts = { notes: 'Long notes', said: SAID, mentions: [{ path: '/company/openai' }] };
  return { episodes: [EPISODE, sampleEpisode()], total: 2, about: { ...facts, ...about } };
}

function open() {
  const world = { nowMs: NOW, isAway: false };
  const documents = firestoreDocuments();
  const calls = new Map<string, readonly number[]>();
  const firestore = memoryFirestore(documents, { now: () => world.nowMs });
  const moments = sharedMoments({
    firestore: () =>
      world.isAway ? Promise.reject(new Error('away')) : Promise.resolve(firestore),
    count: (client, wanted, now, window) => {
      const { decisions, taken } = countCalls(calls.get(client) ?? [], wanted, now, window);
      calls.set(client, taken);
      return Promise.resolve(decisions);
    },
    now: () => world.nowMs,
  });
  return { world, documents, firestore, ...moments };
}

test('keeps names, links and the quotation of a moment, not notes, chapters or the client', async () => {
  const { keep, read, firestore } = open();
  await keep(MOMENT, found({ isMachine: true }), '192.0.2.1');
  const { chapters, ...kept } = EPISODE;
  expect(chapters).toHaveLength(1);
  expect(await read(MOMENT)).toEqual({
    episodes: [{ ...kept, description: '' }],
    total: 1,
    about: { notes: '', said: SAID, mentions: [], isMachine: true, isKept: true },
  });
  const { docs } = await firestore.collection('moments').get();
  expect(docs).toHaveLength(1);
  expect(JSON.stringify(docs[0]?.data())).not.toMatch(/192\.0\.2\.1|Long notes|One/);
});

test('other moments of the episode are not kept', async () => {
  const { keep, read } = open();
  await keep(MOMENT, found(), 'a');
  const { show, id } = MOMENT;
  expect(await read({ ...MOMENT, atS: 954 })).toBeNull();
  expect(await read({ show, id })).toBeNull();
  await keep({ show, id }, found({ said: [] }), 'a');
  expect(await read({ show, id })).toMatchObject({ about: { said: [] } });
});

test('stores a moment once, as it was first shared', async () => {
  const lines = keepLog();
  const { keep, read } = open();
  await keep(MOMENT, found(), 'a');
  await keep(MOMENT, found({ said: [{ atMs: 1, text: 'Other words.' }] }), 'b');
  expect((await read(MOMENT))?.about?.said).toEqual(SAID);
  expect(logEntries(lines).map(({ outcome }) => outcome)).toEqual(['stored', 'known']);
});

test('ends after a year', async () => {
  const { keep, read, world } = open();
  await keep(MOMENT, found(), 'a');
  world.nowMs = NOW + 365 * DAY_MS - 1;
  expect(await read(MOMENT)).not.toBeNull();
  world.nowMs += 1;
  expect(await read(MOMENT)).toBeNull();
});

test('stores up to 30 moments of a client a day', async () => {
  const { keep, read, world } = open();
  for (let atS = 0; atS < 31; atS += 1) await keep({ ...MOMENT, atS }, found(), 'a');
  expect(await read({ ...MOMENT, atS: 29 })).not.toBeNull();
  expect(await read({ ...MOMENT, atS: 30 })).toBeNull();
  await keep({ ...MOMENT, atS: 30 }, found(), 'b');
  expect(await read({ ...MOMENT, atS: 30 })).not.toBeNull();
  world.nowMs += DAY_MS + 1;
  await keep({ ...MOMENT, atS: 31 }, found(), 'a');
  expect(await read({ ...MOMENT, atS: 31 })).not.toBeNull();
});

test('stores up to 2,000 moments of all clients in a UTC day', async () => {
  const { keep, read, documents, world } = open();
  const { set } = writesOf(documents, () => world.nowMs);
  set('system/moments', { day: '2026-11-30', count: 1999 });
  await keep(MOMENT, found(), 'a');
  await keep({ ...MOMENT, atS: 1 }, found(), 'b');
  expect(await read(MOMENT)).not.toBeNull();
  expect(await read({ ...MOMENT, atS: 1 })).toBeNull();
  world.nowMs += 12 * HOUR_MS;
  await keep({ ...MOMENT, atS: 1 }, found(), 'c');
  expect(await read({ ...MOMENT, atS: 1 })).not.toBeNull();
});

test('stores no missing episode, and a failure loses only the moment', async () => {
  const lines = keepLog();
  const { keep, read, world } = open();
  for (const missing of [{ episodes: [] }, { about: null }]) {
    await keep(MOMENT, { ...found(), ...missing }, 'a');
  }
  expect(await read(MOMENT)).toBeNull();
  expect(lines).toEqual([]);
  world.isAway = true;
  await keep(MOMENT, found(), 'a');
  expect(await read(MOMENT)).toBeNull();
});

test('a damaged document is no page', async () => {
  const { read, keep, firestore } = open();
  await keep(MOMENT, found(), 'a');
  const [document] = (await firestore.collection('moments').get()).docs;
  await document!.ref.update({ episode: 'odd' });
  expect(await read(MOMENT)).toBeNull();
});
