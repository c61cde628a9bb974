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
  return {
    store: firestoreMatches(firestore),
    clock,
    save,
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

const found = (number: number, fields: Partial<FoundMatch> = {}): FoundMatch => {
  const keys = fields.keys ?? [`key-${number}`];
  return {
    id: String(number).padStart(20, '0'),
    alert: alertIn('007'),
    words: 'w',
    keys,
    episode: {
      title: `Episode ${number}`,
      podcast: 'Show',
      link: '',
      image: '',
      pubDateMs: NOW,
      excerpt: '',
    },
    isKnown: (has) => keys.some(has),
    ...fields,
  };
};

test('stores a match once, with its alert, query and time, for a year', async () => {
  const { store, save, stored, clock } = opened();
  save('007');
  await store.addMatches('ada', [found(1)], [], NOW);
  clock.nowMs += 60_000;
  await store.addMatches('ada', [found(1), found(2)], [], NOW);
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
});

test('stores one match for duplicates, found at once or later', async () => {
  const { store, save, stored } = opened();
  save('007');
  const shared = (number: number) => found(number, { keys: [`key-${number}`, 'audio'] });
  await store.addMatches('ada', [shared(1), shared(2)], [], NOW);
  await store.addMatches('ada', [shared(3), found(4)], [], NOW);
  expect(stored().map(({ id }) => Number(id))).toEqual([1, 4]);
});

test('stores nothing for alerts that are gone, and everything for the others', async () => {
  const { store, save, remove, stored } = opened();
  save('007');
  save('008');
  remove('007');
  const other = found(2, { alert: alertIn('008') });
  const reused = found(3, { alert: { ...alertIn('008'), alertId: alertIdentity('008', 5) } });
  await store.addMatches('ada', [found(1), other, reused], [counted([1])], NOW);
  expect(stored().map(({ id }) => Number(id))).toEqual([2]);
});

test('two runs at once store each match once', async () => {
  const { store, save, stored } = opened();
  save('007');
  const many = Array.from({ length: 250 }, (_, number) => found(number));
  await Promise.all([
    store.addMatches('ada', many, [], NOW),
    store.addMatches('ada', many.toReversed(), [], NOW),
  ]);
  expect(stored()).toHaveLength(250);
});

const counted = (changesAtMs: number[]): CountedMatches => ({
  id: 'c'.repeat(20),
  alert: alertIn('007'),
  changesAtMs,
});

test('counts each change once, whichever run finds it', async () => {
  const { store, save, stored } = opened();
  save('007');
  await store.addMatches('ada', [], [counted([5, 3, 4])], NOW);
  await store.addMatches('ada', [], [counted([5, 3, 4])], NOW);
  await store.addMatches('ada', [], [counted([7, 5])], NOW);
  expect(stored()).toMatchObject([{ count: 4, countedUntilMs: 7 }]);
});

test('has less room with each match of the day, and all of it on the next', async () => {
  const { store, save, clock } = opened();
  save('007');
  await store.addMatches('ada', [found(1), found(2)], [], NOW);
  expect(await store.roomForMatches('ada', NOW)).toBe(MAX_MATCHES_A_DAY - 2);
  clock.nowMs += DAY_MS;
  expect(await store.roomForMatches('ada', NOW + DAY_MS)).toBe(MAX_MATCHES_A_DAY);
});
