import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore';
import { afterAll, expect, test } from 'vitest';
import { describeMemberData } from '../../web/src/shared/testing/member-data-contract.ts';
import { createMemberData } from '../../web/src/shared/data/firestore/firestore-member-data.ts';
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
