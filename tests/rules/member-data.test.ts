import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore';
import { afterAll, expect, test, vi } from 'vitest';
import { describeMemberData } from '../../web/src/shared/testing/member-data-contract.ts';
import { createMemberData } from '../../web/src/shared/data/firestore/firestore-member-data.ts';
import { MATCHES_A_PAGE, type MatchPage } from '../../web/src/shared/data/member/member-data.ts';
import { firestoreAddress, projectId } from '../support/stack.ts';
import { unique } from '../support/unique.ts';
import { useDocuments } from '../support/use-documents.ts';

const apps: FirebaseApp[] = [];
const documents = useDocuments();

afterAll(() => Promise.all(apps.map((app) => deleteApp(app))));

function dataOf(uid: string) {
  const app = initializeApp({ projectId: projectId() }, uid);
  apps.push(app);
  const { host, port } = firestoreAddress();
  const firestore = getFirestore(app);
  connectFirestoreEmulator(firestore, host, port, { mockUserToken: { user_id: uid } });
  return createMemberData(firestore, uid);
}

// Tests the same contract as the fake in the pages' tests, but with the real rules.
describeMemberData(() => dataOf(`member-${unique()}`));

test('reads pending matches as the server stored them, and none before', async () => {
  const uid = `member-${unique()}`;
  const { pending, close } = dataOf(uid);
  const release = pending.hold();
  const read = (count: number) =>
    new Promise((resolve) => {
      const reading = pending.values().subscribe((now) => {
        if (now.status !== 'ready' || now.items[0]?.alerts.length !== count) return;
        resolve(now);
        queueMicrotask(() => reading.unsubscribe());
      });
    });
  await read(0);
  const facts = { title: 'On ledgers', podcast: 'Data', link: '', pubDateMs: 5, ingestedAtMs: 6 };
  const match = { alert: '017-14', waiting: ['mail'], foundAt: new Date(7) };
  const lastMatch = { atMs: 9, episodes: 3 };
  await documents.seed({
    [`users/${uid}/ledger/pending`]: { last: { '017-14': lastMatch } },
    [`users/${uid}/matches/${'0'.repeat(20)}`]: {
      ...match,
      facts: { ...facts, id: 1, item: 'feed 1' },
      episode: { id: 'key' },
    },
    [`users/${uid}/matches/${'1'.repeat(20)}`]: { ...match, waits: { mail: 2 } },
    [`users/${uid}/matches/${'2'.repeat(20)}`]: { ...match, waiting: ['hook'], waits: { hook: 2 } },
  });
  expect(await read(1)).toEqual({
    status: 'ready',
    items: [
      {
        alerts: [{ alertId: '017-14', matches: [{ key: 'key', ...facts }], moreCount: 2 }],
        last: { '017-14': lastMatch },
      },
    ],
  });
  release();
  close();
});

test('reads matches by page, also those of one transaction, and notes which were opened', async () => {
  const uid = `member-${unique()}`;
  const data = dataOf(uid);
  const total = MATCHES_A_PAGE + 10;
  const idOf = (number: number) => String(number).padStart(20, '0');
  const episode = {
    id: 'e',
    title: 'On ledgers',
    podcast: 'Data',
    link: '',
    image: '',
    pubDateMs: 5,
    excerpt: '',
  };
  const found = (alert: string) => ({
    alert,
    query: { keyword: 'ai' },
    foundAt: new Date(7),
    episode,
  });
  const stored = Array.from({ length: total }, (_, at): [string, object] => [
    `users/${uid}/matches/${idOf(at)}`,
    // The last match of the newest page is malformed.
    at === total - MATCHES_A_PAGE ? { foundAt: new Date(7) } : found(at < 3 ? 'b' : 'a'),
  ]);
  await documents.seed(Object.fromEntries(stored));

  async function pageWhere(isWanted: (page: MatchPage) => boolean, alert?: string) {
    const live = data.matches(alert);
    const release = live.hold();
    const page = await new Promise<MatchPage>((resolve) => {
      const reading = live.values().subscribe((now) => {
        const [read] = now.status === 'ready' ? now.items : [];
        if (!read || !isWanted(read)) return;
        resolve(read);
        queueMicrotask(() => reading.unsubscribe());
      });
    });
    release();
    return page;
  }

  const newest = await pageWhere(({ matches }) => matches.length > 0);
  const older = await data.readMatches(newest.next);
  const ids = [...newest.matches, ...older.matches].map(({ id }) => id);
  expect([newest.matches.length, older.matches.length, older.next]).toEqual([
    MATCHES_A_PAGE - 1,
    10,
    null,
  ]);
  expect(new Set(ids).size).toBe(total - 1);
  const ofAlert = await pageWhere(({ matches }) => matches.length > 0, 'b');
  expect(ofAlert.matches.map(({ id }) => id)).toEqual([2, 1, 0].map(idOf));
  expect(await data.countMatches('b', 7, 8)).toBe(3);
  expect([await data.countMatches('b', 0, 7), await data.countMatches('b', 8, 99)]).toEqual([0, 0]);
  await data.noteOpened([idOf(total - 1), idOf(0)]);
  const opened = await pageWhere(({ matches }) => matches[0]?.openedAtMs !== undefined);
  expect(opened.matches.filter(({ openedAtMs }) => openedAtMs !== undefined)).toHaveLength(1);
  // One that is gone does not keep the others from being noted.
  await expect(data.noteOpened(['gone', idOf(1)])).rejects.toThrow();
  await vi.waitFor(async () =>
    expect(await documents.read(`users/${uid}/matches/${idOf(1)}`)).toHaveProperty('openedAt'),
  );
  data.close();
});
