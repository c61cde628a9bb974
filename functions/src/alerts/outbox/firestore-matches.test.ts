import { expect, test } from 'vitest';
import { alertIdentity, DAY_MS, epochMs, MAX_MATCHES_A_DAY } from '../../contract/index.ts';
import { firestoreDocuments, memoryFirestore, writesOf } from '../../testing/memory-firestore.ts';
import type { ActiveAlert } from '../alert-record.ts';
import { Timestamp } from 'firebase-admin/firestore';
import { firestoreMatches } from './firestore-matches.ts';
import type { CountedMatches, FoundMatch } from './match-store.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const CREATED = NOW - DAY_MS;

function opened() {
  const documents = firestoreDocuments();
  const clock = { nowMs: NOW };
  const firestore = memoryFirestore(documents, { now: () => clock.nowMs });
  const { set, remove } = writesOf(documents, () => clock.nowMs);
  const save = (slot: string) =>
    set(`users/ada/alerts/${slot}`, {
      keyword: 'openai',
      createdAt: Timestamp.fromMillis(CREATED),
    });
  const store = firestoreMatches(firestore);
  const shown: string[] = [];
  const show = (missing: readonly FoundMatch[]) => {
    shown.push(...missing.map(({ id }) => id));
    const text = { podcast: 'Show', link: '', image: '', pubDateMs: NOW, excerpt: '' };
    return Promise.resolve(missing.map(({ id }) => ({ title: `Episode ${Number(id)}`, ...text })));
  };
  return {
    store,
    clock,
    shown,
    add: (matches: readonly FoundMatch[], counted: readonly CountedMatches[] = []) =>
      store.addMatches('ada', { matches, counted, nowMs: NOW, show }),
    save,
    set,
    remove: (slot: string) => remove(`users/ada/alerts/${slot}`),
    stored: (): Record<string, unknown>[] =>
      [...documents.all()]
        .filter(({ path }) => path.startsWith('users/ada/matches/'))
        .map(({ path, fields }) => ({
          id: path.split('/').at(-1) ?? '',
          ...fields,
        })),
  };
}

const alertIn = (slot: string): ActiveAlert => ({
  uid: 'ada',
  alertId: alertIdentity(slot, CREATED),
  keyword: 'openai',
  sinceMs: CREATED,
});

const factsOf = (number: number, podcast = 'Show') => ({
  id: number,
  item: `https://show.example/feed ${number}`,
  title: `Episode ${number}`,
  podcast,
  link: '',
  pubDateMs: NOW,
  ingestedAtMs: NOW,
});

const found = (number: number, fields: Partial<FoundMatch> = {}): FoundMatch => {
  const keys = fields.keys ?? [`key-${number}`];
  return {
    id: String(number).padStart(20, '0'),
    alert: alertIn('007'),
    words: 'w',
    keys,
    isKnown: (has) => keys.some(has),
    facts: factsOf(number),
    to: ['mail'],
    ...fields,
  };
};

test('stores a match once, with its alert, query and time, for a year', async () => {
  const { add, save, stored, shown, clock } = opened();
  save('007');
  await add([found(1)]);
  clock.nowMs += 60_000;
  await add([found(1), found(2)]);
  expect(
    stored().map(({ foundAt, ...match }) => ({ ...match, foundAtMs: epochMs(foundAt) })),
  ).toMatchObject([
    {
      id: '00000000000000000001',
      alert: alertIn('007').alertId,
      query: { keyword: 'openai' },
      words: 'w',
      episode: { title: 'Episode 1' },
      foundAtMs: NOW,
      expireAt: Timestamp.fromMillis(NOW + 365 * DAY_MS),
    },
    { foundAtMs: NOW + 60_000 },
  ]);
  for (const match of stored()) expect(match).not.toHaveProperty('alsoIn');
  expect(shown.map(Number)).toEqual([1, 2]);
});

test('stores one match for duplicates, found at once or later', async () => {
  const { add, save, stored } = opened();
  save('007');
  const shared = (number: number) => found(number, { keys: [`key-${number}`, 'audio'] });
  await add([shared(1), shared(2)]);
  await add([shared(3), found(4)]);
  expect(stored().map(({ id }) => Number(id))).toEqual([1, 4]);
});

test('stores nothing for alerts that are gone, and everything for the others', async () => {
  const { add, save, remove, stored } = opened();
  save('007');
  save('008');
  remove('007');
  const other = found(2, { alert: alertIn('008') });
  const reused = found(3, { alert: { ...alertIn('008'), alertId: alertIdentity('008', 5) } });
  await add([found(1), other, reused], [counted([1])]);
  expect(stored().map(({ id }) => Number(id))).toEqual([2]);
});

test('two runs at once store each match once', async () => {
  const { add, save, stored } = opened();
  save('007');
  const many = Array.from({ length: 250 }, (_, number) => found(number));
  await Promise.all([add(many), add(many.toReversed())]);
  expect(stored()).toHaveLength(250);
});

const counted = (changesAtMs: number[], words = 'w', to = ['mail']): CountedMatches => ({
  id: 'c'.repeat(20),
  alert: alertIn('007'),
  words,
  changes: changesAtMs.map((atMs) => ({ atMs, to })),
});

test('counts each change once, whichever run finds it', async () => {
  const { add, save, stored } = opened();
  save('007');
  await add([], [counted([5, 3, 4])]);
  await add([], [counted([5, 3, 4])]);
  await add([], [counted([7, 5])]);
  expect(stored()).toMatchObject([{ count: 4, countedUntilMs: 7, waits: { mail: 4 } }]);
});

test('counts for each destination, and anew for another query', async () => {
  const { add, save, stored } = opened();
  save('007');
  expect(await add([], [counted([1, 2], 'w', ['mail', 'hook'])])).toEqual(
    new Set(['mail', 'hook']),
  );
  await add([], [counted([3])]);
  expect(stored()).toMatchObject([{ waits: { mail: 3, hook: 2 }, waiting: ['mail', 'hook'] }]);
  await add([], [counted([4], 'other')]);
  expect(stored()).toMatchObject([{ count: 4, waits: { mail: 1 }, waiting: ['mail'] }]);
});

test('brings a waiting match up to date that is found with another query or id', async () => {
  const { add, save, stored, set, shown } = opened();
  save('007');
  await add([found(1)]);
  const again = { words: 'other', facts: { ...factsOf(1), id: 99, title: 'Retitled' } };
  await add([found(1, again)]);
  const changed = { words: 'other', facts: { id: 99, title: 'Episode 1' }, waiting: ['mail'] };
  expect(stored()).toMatchObject([changed]);
  set(`users/ada/matches/${found(1).id}`, { waiting: [] }, { merge: true });
  await add([found(1)]);
  expect(stored()).toMatchObject([{ words: 'other', waiting: [] }]);
  expect(shown).toHaveLength(1);
});

test('a match that was unwanted waits again when its changed episode is found, but as no old one', async () => {
  const { add, save, stored, set } = opened();
  save('007');
  await add([found(1, { to: ['mail', 'hook', 'push'] })]);
  const dropped = { waiting: [], unwantedBy: ['mail', 'hook'] };
  set(`users/ada/matches/${found(1).id}`, dropped, { merge: true });
  const again = found(1, { words: 'other', to: ['mail', 'push'] });
  expect(await add([{ ...again, isOld: true }])).toEqual(new Set());
  expect(stored()).toMatchObject([{ ...dropped, words: 'w' }]);
  expect(await add([again])).toEqual(new Set(['mail']));
  const waits = { waiting: ['mail'], unwantedBy: ['hook'], words: 'other' };
  expect(stored()).toMatchObject([waits]);
  await add([again]);
  expect(stored()).toMatchObject([waits]);
});

test('notes the podcasts with duplicates while the match waits, and which destinations wait', async () => {
  const { add, save, stored, set } = opened();
  save('007');
  const inShow = (number: number, podcast: string) =>
    found(number, { keys: [`key-${number}`, 'audio'], facts: factsOf(number, podcast) });
  expect(await add([inShow(1, 'A'), inShow(2, 'B')])).toEqual(new Set(['mail']));
  await add([inShow(3, 'C'), inShow(4, 'A'), inShow(1, 'A renamed')]);
  expect(stored()).toMatchObject([{ waiting: ['mail'], alsoIn: ['B', 'C'] }]);
  const [{ id }] = stored() as [{ id: string }];
  set(`users/ada/matches/${id}`, { waiting: [] }, { merge: true });
  expect(await add([inShow(5, 'D')])).toEqual(new Set());
  expect(stored()).toMatchObject([{ waiting: [], alsoIn: ['B', 'C'] }]);
});

test('has less room with each match of the day, and all of it on the next', async () => {
  const { store, add, save, clock } = opened();
  save('007');
  await add([found(1), found(2)]);
  expect(await store.roomForMatches('ada', NOW)).toBe(MAX_MATCHES_A_DAY - 2);
  clock.nowMs += DAY_MS;
  expect(await store.roomForMatches('ada', NOW + DAY_MS)).toBe(MAX_MATCHES_A_DAY);
});
